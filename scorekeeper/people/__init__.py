"""Who plays together, and who may write what they play: groups, links, accounts, and the roster.

A user is anyone with a browser, who signs up only to get in from another one as well. A member is a user in a group, as
an owner or a recorder. A player is a name on the group's score sheets, whom a member may claim to be.

`groups` lets members in and out. `links` has those that let people into a group or show them its sheets; the ones that
let a user's next browser in belong to `accounts`. `roster` has the players.

`web.access` decides who may open what. A write that only owners may do asks again under the group's lock, since two
owners may remove each other at once. Nothing here knows how a game is played.
"""

"""What every page stands on, whatever its subject.

A request passes `middleware`; `sessions` say whose browser it is, `access` what it may do, `throttle` how often. Writes
go through the `ledger`, and every no through `refusals`. `pages` and `forms` hold what several subjects share.

The settings import `configuration`, `database`, `logs` and `network`, so these four use no setting when they load. What
is about one subject only belongs to its room: this one knows groups, members and games as rows to fetch and to lock.
"""

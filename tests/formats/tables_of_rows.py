"""Tables with a row for each player, with pairs of name and points, or with names only, as people keep them."""

LONG = {
    "a row for each player": (
        """
date,game,player,score
2024-03-09,Uno,Ann,12
2024-03-09,Uno,Ben,30
2024-03-09,Uno,Ann,50
2024-03-09,Uno,Cy,40
2024-03-10,Catan,Ann,9
2024-03-10,Catan,Ben,10
""",
        {},
        """
2024-03-09 Uno: Ann 12 *, Ben 30
2024-03-09 Uno: Ann 50, Cy 40 *
2024-03-10 Catan: Ann 9, Ben 10 *
""",
    ),
    "a row for each player, with the date said once": (
        """
Wann;Wer;Was;Punkte;Sieger
9.3.2024;Änne;Skat;12;
;Jörg;;30;ja
9.3.2024;Änne;Skat;45;x
;Zoë;;-2;
10.3.2024;Jörg;Uno;7;
;Zoë;;7;ja
""",
        {},
        """
2024-03-09 Skat: Änne 12, Jörg 30 *
2024-03-09 Skat: Änne 45 *, Zoë −2
2024-03-10 Uno: Jörg 7, Zoë 7 *
""",
    ),
    "numbered games": (
        """
Game,Date,Title,Name,Points,Comment
1,2024-03-09,Uno,Ann,12,
2,2024-03-09,Uno,Ann,8,
1,2024-03-09,Uno,Ben,30,a close one
2,2024-03-09,Uno,Ben,6,
""",
        {},
        """
2024-03-09 Uno: Ann 12 *, Ben 30 “a close one”
2024-03-09 Uno: Ann 8, Ben 6 *
""",
    ),
    "the place where, and the place taken": (
        """
When,Where,What,Who,Points,Place
2024-03-09,Ann's,Catan,Ann,9,2
2024-03-09,Ann's,Catan,Ben,10,1
""",
        {},
        """
2024-03-09 Catan: Ann 9, Ben 10 * (Ann's)
""",
    ),
    "marks behind names": (
        """
date,game,player,score
2024-03-09,Catan,Ann (w),10
2024-03-09,Catan,Ben,10
2024-03-10,Catan,Ann,3
2024-03-10,Catan,Ben (K),5
""",
        {"mark.(w)": "won", "mark.(K)": "name"},
        """
2024-03-09 Catan: Ann 10 *, Ben 10
2024-03-10 Catan: Ann 3, Ben (K) 5 *
""",
    ),
    "everybody in each game, with gaps for who wasn't there": (
        """
date,game,name,score,won
2024-03-09,Catan,Ann,9,no
2024-03-09,Catan,Ben,10,yes
2024-03-09,Catan,Cy,,
2024-03-10,Catan,Ann,-,
2024-03-10,Catan,Ben,7,0
2024-03-10,Catan,Cy,10,1
""",
        {},
        """
2024-03-09 Catan: Ann 9, Ben 10 *
2024-03-10 Catan: Ben 7, Cy 10 *
""",
    ),
    "sides in rows": (
        """
date,game,team,score
2024-03-09,Tarocchi,Ann & Cy,310
2024-03-09,Tarocchi,Ben & Dee,290
""",
        {},
        """
2024-03-09 Tarocchi: Ann & Cy 310 *, Ben & Dee 290
""",
    ),
    "together, won and lost": (
        """
date,game,player,won
2024-03-09,The Crew,Ann,lost
2024-03-09,The Crew,Ben,lost
2024-03-10,The Crew,Ann,won
2024-03-10,The Crew,Ben,won
""",
        {},
        """
2024-03-09 The Crew: Ann & Ben
2024-03-10 The Crew: Ann & Ben *
""",
    ),
}
OWN_HEADS = "game,rules,night,started,ended,stopped,place,note,hands,winners"
OWN_HEADS += ",column_1,total_1,column_2,total_2,column_3,total_3"
PAIRS = {
    "pairs of name and points": (
        """
date,game,name1,score1,name2,score2,name3,score3
2024-03-09,Uno,Ann,12,Ben,30,,
2024-03-10,Catan,Cy,10,Ann,8,Ben,9
""",
        {},
        """
2024-03-09 Uno: Ann 12 *, Ben 30
2024-03-10 Catan: Cy 10 *, Ann 8, Ben 9
""",
    ),
    "pairs with equal heads": (
        """
Datum;Spieler;Punkte;Spieler;Punkte;Spiel
9.3.2024;Ann;12;Ben;30;Uno
""",
        {},
        """
2024-03-09 Uno: Ann 12 *, Ben 30
""",
    ),
    "pairs by the numbers in their heads": (
        """
Date\tGame\tPlayer 1\tPlayer 2\tPlayer 2 score\tPlayer 1 score
2024-03-09\tUno\tAnn\tBen\t30\t12
""",
        {},
        """
2024-03-09 Uno: Ann 12 *, Ben 30
""",
    ),
    "our own table of games": (
        f"""\ufeff{OWN_HEADS}
a1,trumplestiltskin,2024-03-09,,2024-03-09T22:00:00+01:00,,At Ann’s,,12,Gnome,Ann,28,Ben,3.5,Cy,-3
a2,Ludo,2024-03-10,,2024-03-10T22:00:00+01:00,,,'=1+1,1,'=Ann; Mom and Dad,'=Ann,5,Mom and Dad,5,,
a3,Ludo,2024-03-11,2024-03-11T19:40:00+01:00,,,,,1,,Ann,5,Ben,5,,
a4,Ludo,2024-03-12,,2024-03-12T19:40:00+01:00,,,,0,Ben,Ann,,Ben,,,
""",
        {"game.ludo": "most"},
        """
2024-03-09 Trumplestiltskin: Ann 28, Ben 3½, Cy −3 (At Ann’s)
2024-03-10 Ludo: =Ann 5 *, Mom and Dad 5 * “=1+1”
2024-03-12 Ludo: Ann, Ben *
""",
    ),
}

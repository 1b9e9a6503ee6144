"""Tables in which a row is a game, as people keep them: each in a way of its own, with what must be read."""

BY_COLUMN = {
    "a column for each player": (
        """
date,game,Nora,Ben,Zoe,Cy
2024-01-06,Uno,12,88,131,
2024-01-06,Hearts,104,41,63,26
2024-02-03,Uno,95,60,7,-
""",
        {},
        """
2024-01-06 Uno: Nora 12 *, Ben 88, Zoe 131
2024-01-06 Hearts: Nora 104, Ben 41, Zoe 63, Cy 26 *
2024-02-03 Uno: Nora 95, Ben 60, Zoe 7 *
""",
    ),
    "two columns for each player, with what they have": (
        """
date,game,Nora pts,Nora place,Ben pts,Ben place
2024-01-06,Uno,12,1,88,2
2024-01-13,Uno,95,2,60,1
""",
        {},
        """
2024-01-06 Uno: Nora 12 *, Ben 88
2024-01-13 Uno: Nora 95, Ben 60 *
""",
    ),
    "a German spreadsheet": (
        """
Datum;Spiel;Ort;Änne;Jörg;Bemerkung
9.3.2024;Skat;bei Jörg;203,5;−12;"hat geregnet; lang"
16.3.2024;Skat;;48;1.204,5;
""",
        {},
        """
2024-03-09 Skat: Änne 203½ *, Jörg −12 (bei Jörg) “hat geregnet; lang”
2024-03-16 Skat: Änne 48, Jörg 1204½ * (bei Jörg)
""",
    ),
    "pasted from a spreadsheet, with a title, gaps and sums": (
        """
Game nights 2024\t\t\t\t
\t\t\t\t
When\tWhat\tNora\tBen\tWho drove
Jan 6, 2024\tUno\t12\t88\tBen
\tHearts\t50\t41\tBen
\t\t30\t33\tBen
\t\t\t\t
Feb 3, 2024\tUno\t95\t60\tNora
Total\t\t187\t222\t
""",
        {},
        """
2024-01-06 Uno: Nora 12 *, Ben 88
2024-01-06 Hearts: Nora 50, Ben 41 *
2024-01-06 Hearts: Nora 30 *, Ben 33
2024-02-03 Uno: Nora 95, Ben 60 *
""",
    ),
    "a sum without a name": (
        """
date;Ann;Ben;Cy
9.3.24;12;30;½
10.3.24;8;20;
;20;50;½
""",
        {"game": "Catan"},
        """
2024-03-09 Catan: Ann 12, Ben 30 *, Cy ½
2024-03-10 Catan: Ann 8, Ben 20 *
""",
    ),
    "American dates that tell by a part over 12": (
        """
Date,Game,Ann,Ben
3/9/24,Catan,10,8
3/16/24,Catan,7,10
12/1/2024,Catan,10,9
""",
        {},
        """
2024-03-09 Catan: Ann 10 *, Ben 8
2024-03-16 Catan: Ann 7, Ben 10 *
2024-12-01 Catan: Ann 10 *, Ben 9
""",
    ),
    "British dates that tell by a part over 12": (
        """
Ann,Ben,Date,Game
10,8,3/9/24,Catan
7,10,16/9/24,Catan
""",
        {},
        """
2024-09-03 Catan: Ann 10 *, Ben 8
2024-09-16 Catan: Ann 7, Ben 10 *
""",
    ),
    "dates that tell nothing, asked about": (
        """
date,game,Ann,Ben
3/9/24,Catan,10,8
4/6/24,Catan,7,10
""",
        {"dates": "day"},
        """
2024-09-03 Catan: Ann 10 *, Ben 8
2024-06-04 Catan: Ann 7, Ben 10 *
""",
    ),
    "dates without a year over New Year": (
        """
Date,Game,Ann,Ben
November 9,Catan,10,8
Dec 28,Catan,7,10
Jan 3rd,Catan,10,3
""",
        {"year": "2023"},
        """
2023-11-09 Catan: Ann 10 *, Ben 8
2023-12-28 Catan: Ann 7, Ben 10 *
2024-01-03 Catan: Ann 10 *, Ben 3
""",
    ),
    "days in words, with weekdays and times": (
        """
Day\tAnn\tBen
Sat, 9 Mar 2024\t10\t8
Sunday 10 March 2024\t3\t10
2024-03-11 19:40\t10\t2
12-Mar-24\t1\t10
""",
        {"game": "Catan"},
        """
2024-03-09 Catan: Ann 10 *, Ben 8
2024-03-10 Catan: Ann 3, Ben 10 *
2024-03-11 Catan: Ann 10 *, Ben 2
2024-03-12 Catan: Ann 1, Ben 10 *
""",
    ),
    "thousands with commas, beside one that tells": (
        """
date,game,Ann,Ben
2024-03-09,Boggle,"1,234","12,345.5"
2024-03-10,Boggle,"2,100",998
""",
        {},
        """
2024-03-09 Boggle: Ann 1234, Ben 12345½ *
2024-03-10 Boggle: Ann 2100 *, Ben 998
""",
    ),
    "thousands that could be fractions, asked about": (
        """
date\tgame\tAnn\tBen
2024-03-09\tBoggle\t1.234\t980
""",
        {"thousands": "thousands"},
        """
2024-03-09 Boggle: Ann 1234 *, Ben 980
""",
    ),
    "thousands with spaces and apostrophes": (
        """
date;game;Ann;Ben
2024-03-09;Boggle;1'234;12 345
""",
        {},
        """
2024-03-09 Boggle: Ann 1234, Ben 12345 *
""",
    ),
    "a star for who won, asked about": (
        """
date,game,Ann,Ben,Cy
2024-03-09,Catan,9*,10,8
2024-03-10,Catan,10,7,6
""",
        {"mark.*": "won"},
        """
2024-03-09 Catan: Ann 9 *, Ben 10, Cy 8
2024-03-10 Catan: Ann 10 *, Ben 7, Cy 6
""",
    ),
    "units and remarks beside numbers": (
        """
date,game,Ann,Ben
2024-03-09,Catan,9 pts,10 pts
2024-03-10,Catan,10 pts,7 (ill)
""",
        {"mark.pts": "nothing", "mark.(ill)": "nothing"},
        """
2024-03-09 Catan: Ann 9, Ben 10 *
2024-03-10 Catan: Ann 10 *, Ben 7
""",
    ),
    "who won beside the points": (
        """
Date,Winner,Game,Ann,Ben,Cy,Minutes
2024-03-09,ben,Catan,10,10,8,90
2024-03-10,"Ann, Cy",Catan,10,7,10,75
""",
        {},
        """
2024-03-09 Catan: Ann 10, Ben 10 *, Cy 8
2024-03-10 Catan: Ann 10 *, Ben 7, Cy 10 *
""",
    ),
    "ranks in place of points, asked about": (
        """
date,game,Ann,Ben,Cy
2024-03-09,Catan,1,3,2
2024-03-10,Catan,2,1,
2024-03-11,Catan,2,1,2
""",
        {"numbers": "ranks"},
        """
2024-03-09 Catan: Ann *, Ben, Cy
2024-03-10 Catan: Ann, Ben *
2024-03-11 Catan: Ann, Ben *, Cy
""",
    ),
    "partners with a column each, and the Gnome's column": (
        """
date,game,Ann & Cy,Ben & Dee,Ann,Ben,Cy,Gnome
2024-03-09,Tarocchi,310,290,,,,
2024-03-10,Trumplestiltskin,,,"101,5",30,4,12
""",
        {},
        """
2024-03-09 Tarocchi: Ann & Cy 310 *, Ben & Dee 290
2024-03-10 Trumplestiltskin: Ann 101½ *, Ben 30, Cy 4
""",
    ),
    "a year's heads again, and nights when nobody came": (
        """
Date,Game,Ann,Ben
2023-12-30,Catan,10,8

Date,Game,Ann,Ben
2024-01-06,Catan,,
2024-01-13,,9,10
""",
        {},
        """
2023-12-30 Catan: Ann 10 *, Ben 8
2024-01-13 Catan: Ann 9, Ben 10 *
""",
    ),
    "no known head at all": (
        """
,Ann,Ben
9.3.2024,10,8
16.3.2024,9,10
""",
        {"game": "Catan"},
        """
2024-03-09 Catan: Ann 10 *, Ben 8
2024-03-16 Catan: Ann 9, Ben 10 *
""",
    ),
    "quoted by a program, with spaces behind the commas": (
        """
"Date", "Game Name", "Location", "Comments", "Ann", "Ben"
"2024-03-09", "Catan", "Ann's", "He said ""no""
twice", "10", "8"
""",
        {},
        """
2024-03-09 Catan: Ann 10 *, Ben 8 (Ann's) “He said "no"
twice”
""",
    ),
}

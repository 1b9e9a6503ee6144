BEGIN TRANSACTION;
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
INSERT INTO "django_migrations" VALUES
(1,'contenttypes','0001_initial','2026-03-04 19:00:09'),
(2,'contenttypes','0002_remove_content_type_name','2026-03-04 19:00:18'),
(3,'auth','0001_initial','2026-03-04 19:00:27'),
(4,'auth','0002_alter_permission_name_max_length','2026-03-04 19:00:36'),
(5,'auth','0003_alter_user_email_max_length','2026-03-04 19:00:45'),
(6,'auth','0004_alter_user_username_opts','2026-03-04 19:00:54'),
(7,'auth','0005_alter_user_last_login_null','2026-03-04 19:01:03'),
(8,'auth','0006_require_contenttypes_0002','2026-03-04 19:01:12'),
(9,'auth','0007_alter_validators_add_error_messages','2026-03-04 19:01:21'),
(10,'auth','0008_alter_user_username_max_length','2026-03-04 19:01:30'),
(11,'auth','0009_alter_user_last_name_max_length','2026-03-04 19:01:39'),
(12,'auth','0010_alter_group_name_max_length','2026-03-04 19:01:48'),
(13,'auth','0011_update_proxy_permissions','2026-03-04 19:01:57'),
(14,'auth','0012_alter_user_first_name_max_length','2026-03-04 19:02:06'),
(15,'scorekeeper','0001_first','2026-03-04 19:02:15'),
(16,'sessions','0001_initial','2026-03-04 19:02:24');
CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
CREATE TABLE "scorekeeper_game" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "uid" char(32) NOT NULL UNIQUE, "rules" varchar(40) NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "first_dealer" smallint unsigned NOT NULL CHECK ("first_dealer" >= 0), "state" varchar(10) NOT NULL, "stopped" varchar(12) NOT NULL, "hidden" bool NOT NULL, "started_at" datetime NOT NULL, "ended_at" datetime NULL, "night_id" bigint NOT NULL REFERENCES "scorekeeper_night" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" bigint NOT NULL REFERENCES "scorekeeper_playgroup" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "game_state_is_known" CHECK ("state" IN ('playing', 'over')), CONSTRAINT "game_stop_is_known" CHECK ("stopped" IN ('', 'leader_wins', 'no_winner')), CONSTRAINT "game_over_has_an_end" CHECK ((("ended_at" IS NOT NULL AND "state" = 'over') OR ("ended_at" IS NULL AND "state" = 'playing' AND "stopped" = ''))));
INSERT INTO "scorekeeper_game" VALUES
(1,'8f62ee9db544468c826889cc2ad93cf9','trumplestiltskin','{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 50, "gnome_target": 350}',3,'over','',0,'2026-03-04 19:03:54','2026-03-04 19:04:57',1,1),
(2,'d2199f82154f4d12a1af5a5cc4392754','trumplestiltskin','{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}',4,'playing','',0,'2026-03-04 19:05:06',NULL,1,1),
(3,'0c883d1a8f794aaca1d49f1a825f8162','trumplestiltskin','{"odd_half": "gnome", "priority": "none", "all_passed": "same_dealer", "lowest_bid": 0, "uneven_deal": "equal_hands", "tie": "shared", "player_target": 200, "gnome_target": 350}',2,'over','leader_wins',0,'2026-03-11 19:00:09','2026-03-11 19:00:54',2,1),
(4,'5d686087bd904dec919ff52ab1dda2e5','trumplestiltskin','{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}',3,'playing','',0,'2026-03-11 19:01:03',NULL,2,1),
(5,'cf8abcd128854aa3adb87de0d891e7b4','trumplestiltskin','{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}',2,'over','no_winner',1,'2026-03-11 19:02:06','2026-03-11 19:02:33',2,1),
(6,'76019bf04a4448fc83253f69e0cf59a2','trumplestiltskin','{"odd_half": "gnome", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}',0,'playing','',0,'2026-03-11 19:02:42',NULL,2,1),
(7,'ab3f0b02120146908f34909ec1a362d9','trumplestiltskin','{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 45, "gnome_target": 120}',3,'over','',0,'2026-03-18 19:00:09','2026-03-18 19:01:03',3,1);
CREATE TABLE "scorekeeper_hand" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "dealer" smallint unsigned NOT NULL CHECK ("dealer" >= 0), "entry" text NULL CHECK ((JSON_VALID("entry") OR "entry" IS NULL)), "taps" text NOT NULL CHECK ((JSON_VALID("taps") OR "taps" IS NULL)), "game_id" bigint NOT NULL REFERENCES "scorekeeper_game" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_hand_per_number" UNIQUE ("game_id", "number"), CONSTRAINT "hands_count_from_one" CHECK ("number" >= 1));
INSERT INTO "scorekeeper_hand" VALUES
(1,1,3,'{"hand": {}, "players": [{"bid": 10, "taken": 11}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "peeked": true, "taken": 8}]}','[]',1),
(2,2,0,'{"hand": {}, "players": [{"bid": 7, "peeked": true, "taken": 10}, {"bid": 9, "taken": 11}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[]',1),
(3,3,1,'{"hand": {}, "players": [{"taken": 4}, {"bid": 6, "taken": 5}, {"bid": 9, "taken": 16}, {"bid": 8, "taken": 6}]}','[]',1),
(4,4,2,'{"hand": {}, "players": [{"bid": 12, "taken": 14}, {"taken": 4}, {"taken": 8}, {"bid": 7, "taken": 5}]}','[]',1),
(5,1,4,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"taken": 3}, {"bid": 8, "peeked": true, "taken": 7}, {"bid": 6, "taken": 5}, {"taken": 4}]}','[["players.2.peeked", false, 1], ["players.0.taken", null, 1], ["players.1.taken", null, 1], ["players.0.taken", 9, 1], ["players.1.taken", 6, 1]]',2),
(6,2,0,NULL,'[["players.1.bid", 9, 1], ["players.2.peeked", true, 1], ["players.2.bid", 11, 1], ["players.3.passed", true, 1], ["players.4.bid", 12, 2], ["players.0.passed", true, 2], ["*back", 5, 1]]',2),
(7,1,2,'{"hand": {"all_passed": true}, "players": [{}, {}, {}]}','[]',3),
(8,2,2,'{"hand": {}, "players": [{"bid": 9, "peeked": true, "taken": 9}, {"bid": 11, "peeked": true, "taken": 12}, {"bid": 0, "taken": 9}]}','[]',3),
(9,3,0,'{"hand": {}, "players": [{"taken": 3}, {"bid": 8, "taken": 12}, {"bid": 15, "peeked": true, "taken": 20}], "score_anyway": true}','[]',3),
(10,1,3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 4}, {"bid": 8, "taken": 6}]}','[["players.0.taken", null, 1]]',4),
(11,2,0,NULL,'[["players.1.bid", 11, 1], ["players.2.bid", 12, 1], ["players.1.peeked", true, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 3, 1], ["players.1.taken", 12, 1], ["players.2.taken", 13, 1], ["players.3.taken", 3, 1]]',4),
(12,1,2,'{"hand": {}, "players": [{"bid": 8, "taken": 9}, {"bid": 9, "taken": 14}, {"taken": 8}]}','[]',5),
(13,1,0,'{"hand": {}, "players": [{"bid": 6, "taken": 9}, {"bid": 10, "taken": 12}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[]',6),
(14,2,1,'{"hand": {}, "players": [{"bid": 11, "peeked": true, "taken": 13}, {"taken": 3}, {"bid": 7, "peeked": true, "taken": 11}, {"taken": 4}]}','[]',6),
(15,3,2,NULL,'[["players.2.bid", 7, 2], ["players.3.passed", true, 2]]',6),
(16,1,3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[]',7),
(17,2,0,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[]',7),
(18,3,1,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[]',7);
CREATE TABLE "scorekeeper_link" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "role" varchar(10) NOT NULL, "ident" varchar(32) NOT NULL UNIQUE, "nonce" varchar(32) NOT NULL, "uses_left" smallint unsigned NOT NULL CHECK ("uses_left" >= 0), "created_at" datetime NOT NULL, "expires_at" datetime NOT NULL, "last_used_at" datetime NULL, "group_id" bigint NOT NULL REFERENCES "scorekeeper_playgroup" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "scorekeeper_link" VALUES
(1,'owner','7yhiszsyvxp69hwecaekp6','82j996hf3rsk8jrkj74gub',0,'2026-03-04 19:03:09','2026-03-05 19:03:00','2026-03-04 19:03:27',1);
CREATE TABLE "scorekeeper_membership" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "role" varchar(10) NOT NULL, "name" varchar(40) NOT NULL, "joined_at" datetime NOT NULL, "removed_at" datetime NULL, "user_id" bigint NOT NULL REFERENCES "scorekeeper_user" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" bigint NOT NULL REFERENCES "scorekeeper_playgroup" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_membership_per_group_and_user" UNIQUE ("group_id", "user_id"), CONSTRAINT "membership_role_is_known" CHECK ("role" IN ('owner', 'recorder')));
INSERT INTO "scorekeeper_membership" VALUES
(1,'owner','Olga','2026-03-04 19:02:51',NULL,1,1),
(2,'recorder','Rex','2026-03-04 19:03:45',NULL,2,1);
CREATE TABLE "scorekeeper_night" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "date" date NOT NULL, "place" varchar(80) NOT NULL, "note" text NOT NULL, "group_id" bigint NOT NULL REFERENCES "scorekeeper_playgroup" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_night_per_group_and_date" UNIQUE ("group_id", "date"));
INSERT INTO "scorekeeper_night" VALUES
(1,'2026-03-04','','',1),
(2,'2026-03-11','','',1),
(3,'2026-03-18','','',1);
CREATE TABLE "scorekeeper_player" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "name_key" varchar(160) NOT NULL, "retired" bool NOT NULL, "group_id" bigint NOT NULL REFERENCES "scorekeeper_playgroup" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_player_per_group_and_name" UNIQUE ("group_id", "name_key"), CONSTRAINT "player_has_a_name" CHECK (NOT ("name" = '')));
INSERT INTO "scorekeeper_player" VALUES
(1,'Ann','ann',0,1),
(2,'Bob','bob',0,1),
(3,'Cy','cy',0,1),
(4,'Dee','dee',0,1),
(5,'Eve','eve',0,1);
CREATE TABLE "scorekeeper_playgroup" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "uid" char(32) NOT NULL UNIQUE, "name" varchar(40) NOT NULL, "time_zone" varchar(64) NOT NULL, "version" bigint unsigned NOT NULL CHECK ("version" >= 0), "created_at" datetime NOT NULL);
INSERT INTO "scorekeeper_playgroup" VALUES
(1,'8cc55a1278a0458092150c9b055d87aa','Wednesday','Europe/Berlin',208,'2026-03-04 19:02:42');
CREATE TABLE "scorekeeper_revision" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "kind" varchar(10) NOT NULL, "dealer" smallint unsigned NOT NULL CHECK ("dealer" >= 0), "entry" text NULL CHECK ((JSON_VALID("entry") OR "entry" IS NULL)), "taps" text NOT NULL CHECK ((JSON_VALID("taps") OR "taps" IS NULL)), "at" datetime NOT NULL, "hand_id" bigint NOT NULL REFERENCES "scorekeeper_hand" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "scorekeeper_membership" ("id") DEFERRABLE INITIALLY DEFERRED, "setup_id" bigint NOT NULL REFERENCES "scorekeeper_setup" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_revision_per_number" UNIQUE ("hand_id", "number"), CONSTRAINT "only_an_undo_empties_a_hand" CHECK (("entry" IS NOT NULL OR "kind" = 'undo')));
INSERT INTO "scorekeeper_revision" VALUES
(1,1,'save',3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 10, 2], ["players.1.bid", 6, 2], ["players.3.bid", 8, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 12, 2], ["players.1.taken", 9, 2], ["players.2.taken", 3, 2], ["players.3.taken", 7, 2]]','2026-03-04 19:04:12',1,2,1),
(2,1,'save',0,'{"hand": {}, "players": [{"bid": 7, "peeked": true, "taken": 10}, {"bid": 9, "taken": 11}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 7, 2], ["players.1.bid", 9, 2], ["players.3.bid", 8, 2], ["players.0.peeked", true, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 10, 2], ["players.1.taken", 11, 2], ["players.2.taken", 3, 2], ["players.3.taken", 7, 2]]','2026-03-04 19:04:21',2,2,1),
(3,2,'correct',3,'{"hand": {}, "players": [{"bid": 10, "taken": 11}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "peeked": true, "taken": 8}]}','[["players.0.taken", null, 1], ["players.3.taken", null, 1], ["players.3.peeked", true, 1], ["players.0.taken", 11, 1], ["players.3.taken", 8, 1]]','2026-03-04 19:04:30',1,1,1),
(4,1,'save',1,'{"hand": {}, "players": [{"taken": 4}, {"bid": 6, "taken": 5}, {"bid": 9, "taken": 16}, {"bid": 8, "taken": 6}]}','[["players.1.bid", 6, 1], ["players.2.bid", 9, 1], ["players.3.bid", 8, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 4, 1], ["players.1.taken", 5, 1], ["players.2.taken", 16, 1], ["players.3.taken", 6, 1]]','2026-03-04 19:04:39',3,1,1),
(5,1,'save',2,'{"hand": {}, "players": [{"bid": 12, "taken": 14}, {"taken": 4}, {"taken": 8}, {"bid": 7, "taken": 5}]}','[["players.0.bid", 12, 1], ["players.3.bid", 7, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 14, 1], ["players.1.taken", 4, 1], ["players.2.taken", 8, 1], ["players.3.taken", 5, 1]]','2026-03-04 19:04:48',4,1,1),
(6,1,'save',4,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"taken": 3}, {"bid": 8, "peeked": true, "taken": 7}, {"bid": 6, "taken": 5}, {"taken": 4}]}','[["players.0.bid", 10, 2], ["players.2.bid", 8, 2], ["players.3.bid", 6, 2], ["players.2.peeked", true, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 12, 2], ["players.1.taken", 3, 2], ["players.2.taken", 7, 2], ["players.3.taken", 5, 2], ["players.4.taken", 4, 2]]','2026-03-04 19:05:24',5,2,2),
(7,2,'correct',4,'{"hand": {}, "players": [{"bid": 10, "taken": 9}, {"taken": 6}, {"bid": 8, "taken": 7}, {"bid": 6, "taken": 5}, {"taken": 4}]}','[["players.2.peeked", false, 1], ["players.0.taken", null, 1], ["players.1.taken", null, 1], ["players.0.taken", 9, 1], ["players.1.taken", 6, 1]]','2026-03-04 19:05:33',5,1,2),
(8,3,'undo',4,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"taken": 3}, {"bid": 8, "peeked": true, "taken": 7}, {"bid": 6, "taken": 5}, {"taken": 4}]}','[]','2026-03-04 19:05:42',5,1,2),
(9,1,'save',2,'{"hand": {"all_passed": true}, "players": [{}, {}, {}]}','[["players.0.passed", true, 2], ["players.1.passed", true, 2], ["players.2.passed", true, 2]]','2026-03-11 19:00:27',7,2,3),
(10,1,'save',2,'{"hand": {}, "players": [{"bid": 9, "peeked": true, "taken": 9}, {"bid": 11, "peeked": true, "taken": 12}, {"bid": 0, "taken": 9}]}','[["players.0.bid", 9, 2], ["players.1.bid", 11, 2], ["players.2.bid", 0, 2], ["players.0.peeked", true, 2], ["players.1.peeked", true, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 9, 2], ["players.1.taken", 12, 2], ["players.2.taken", 9, 2]]','2026-03-11 19:00:36',8,2,3),
(11,1,'save',0,'{"hand": {}, "players": [{"taken": 3}, {"bid": 8, "taken": 12}, {"bid": 15, "peeked": true, "taken": 20}], "score_anyway": true}','[["players.1.bid", 8, 2], ["players.2.bid", 15, 2], ["players.2.peeked", true, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 3, 2], ["players.1.taken", 12, 2], ["players.2.taken", 20, 2]]','2026-03-11 19:00:45',9,2,3),
(12,1,'save',3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 10, 2], ["players.1.bid", 6, 2], ["players.3.bid", 8, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 12, 2], ["players.1.taken", 9, 2], ["players.2.taken", 3, 2], ["players.3.taken", 7, 2]]','2026-03-11 19:01:21',10,2,4),
(13,2,'undo',3,NULL,'[]','2026-03-11 19:01:30',10,2,4),
(14,3,'save',3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 4}, {"bid": 8, "taken": 6}]}','[["players.0.bid", 10, 2], ["players.1.bid", 6, 2], ["players.3.bid", 8, 2], ["hand.bidding_done", true, 2], ["hand.no_gnome", true, 2], ["players.0.taken", 12, 2], ["players.1.taken", 9, 2], ["players.2.taken", 3, 2], ["players.3.taken", 7, 2], ["players.3.taken", 6, 2], ["players.2.taken", 4, 2]]','2026-03-11 19:01:39',10,2,4),
(15,1,'save',0,'{"hand": {}, "players": [{"taken": 3}, {"bid": 11, "peeked": true, "taken": 12}, {"bid": 12, "taken": 13}, {"taken": 3}]}','[["players.1.bid", 11, 1], ["players.2.bid", 12, 1], ["players.1.peeked", true, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 3, 1], ["players.1.taken", 12, 1], ["players.2.taken", 13, 1], ["players.3.taken", 3, 1]]','2026-03-11 19:01:48',11,1,4),
(16,2,'undo',0,NULL,'[]','2026-03-11 19:01:57',11,1,4),
(17,1,'save',2,'{"hand": {}, "players": [{"bid": 8, "taken": 9}, {"bid": 9, "taken": 14}, {"taken": 8}]}','[["players.0.bid", 8, 1], ["players.1.bid", 9, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 9, 1], ["players.1.taken", 14, 1], ["players.2.taken", 8, 1]]','2026-03-11 19:02:24',12,1,5),
(18,1,'save',3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 10, 1], ["players.1.bid", 6, 1], ["players.3.bid", 8, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 12, 1], ["players.1.taken", 9, 1], ["players.2.taken", 3, 1], ["players.3.taken", 7, 1]]','2026-03-11 19:03:00',13,1,6),
(19,1,'save',0,'{"hand": {}, "players": [{"taken": 3}, {"bid": 11, "peeked": true, "taken": 13}, {"bid": 7, "peeked": true, "taken": 11}, {"taken": 4}]}','[["players.1.bid", 11, 1], ["players.2.bid", 7, 1], ["players.1.peeked", true, 1], ["players.2.peeked", true, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 3, 1], ["players.1.taken", 13, 1], ["players.2.taken", 11, 1], ["players.3.taken", 4, 1]]','2026-03-11 19:03:09',14,1,6),
(20,2,'setup',0,'{"hand": {}, "players": [{"bid": 6, "taken": 9}, {"bid": 10, "taken": 12}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[]','2026-03-11 19:03:27',13,1,7),
(21,2,'setup',1,'{"hand": {}, "players": [{"bid": 11, "peeked": true, "taken": 13}, {"taken": 3}, {"bid": 7, "peeked": true, "taken": 11}, {"taken": 4}]}','[]','2026-03-11 19:03:36',14,1,7),
(22,1,'save',3,'{"hand": {}, "players": [{"bid": 10, "taken": 7}, {"bid": 6, "taken": 12}, {"taken": 5}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 10, 1], ["players.1.bid", 6, 1], ["players.3.bid", 8, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 7, 1], ["players.1.taken", 12, 1], ["players.2.taken", 5, 1], ["players.3.taken", 7, 1]]','2026-03-18 19:00:27',16,1,8),
(23,1,'save',0,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 10, 1], ["players.1.bid", 6, 1], ["players.3.bid", 8, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 12, 1], ["players.1.taken", 9, 1], ["players.2.taken", 3, 1], ["players.3.taken", 7, 1]]','2026-03-18 19:00:36',17,1,8),
(24,1,'save',1,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.bid", 10, 1], ["players.1.bid", 6, 1], ["players.3.bid", 8, 1], ["hand.bidding_done", true, 1], ["hand.no_gnome", true, 1], ["players.0.taken", 12, 1], ["players.1.taken", 9, 1], ["players.2.taken", 3, 1], ["players.3.taken", 7, 1]]','2026-03-18 19:00:45',18,1,8),
(25,2,'correct',3,'{"hand": {}, "players": [{"bid": 10, "taken": 12}, {"bid": 6, "taken": 9}, {"taken": 3}, {"bid": 8, "taken": 7}]}','[["players.0.taken", null, 2], ["players.1.taken", null, 2], ["players.2.taken", null, 2], ["players.0.taken", 12, 2], ["players.1.taken", 9, 2], ["players.2.taken", 3, 2]]','2026-03-18 19:00:54',16,2,8);
CREATE TABLE "scorekeeper_score" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "column" varchar(20) NOT NULL, "half_points" integer NOT NULL, "marks" text NOT NULL CHECK ((JSON_VALID("marks") OR "marks" IS NULL)), "hand_id" bigint NOT NULL REFERENCES "scorekeeper_hand" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_score_per_hand_and_column" UNIQUE ("hand_id", "column"));
INSERT INTO "scorekeeper_score" VALUES
(2,'1',12,'["capped"]',1),
(3,'2',0,'["unbid"]',1),
(6,'0',7,'["capped", "peeked"]',2),
(7,'1',44,'["blind", "taker"]',2),
(8,'2',0,'["unbid"]',2),
(9,'3',14,'[]',2),
(10,'gnome',19,'[]',2),
(11,'0',44,'["blind", "taker"]',1),
(12,'3',8,'["peeked"]',1),
(13,'gnome',20,'[]',1),
(14,'0',0,'["unbid"]',3),
(15,'1',10,'[]',3),
(16,'2',64,'["blind", "taker"]',3),
(17,'3',12,'[]',3),
(18,'gnome',8,'[]',3),
(19,'0',56,'["blind", "taker"]',4),
(20,'1',0,'["unbid"]',4),
(21,'2',0,'["unbid"]',4),
(22,'3',10,'[]',4),
(23,'gnome',24,'[]',4),
(25,'1',0,'["unbid"]',5),
(27,'3',10,'[]',5),
(28,'4',0,'["unbid"]',5),
(33,'0',48,'["blind", "taker"]',5),
(34,'2',7,'["peeked"]',5),
(35,'gnome',21,'[]',5),
(36,'0',0,'[]',7),
(37,'1',0,'[]',7),
(38,'2',0,'[]',7),
(39,'gnome',0,'[]',7),
(40,'0',8,'["peeked"]',8),
(41,'1',12,'["peeked", "taker"]',8),
(42,'2',0,'["capped"]',8),
(43,'gnome',40,'[]',8),
(44,'0',0,'["unbid"]',9),
(45,'1',16,'["capped"]',9),
(46,'2',20,'["peeked", "taker"]',9),
(47,'gnome',34,'[]',9),
(53,'0',48,'["blind", "taker"]',10),
(54,'1',12,'["capped"]',10),
(55,'2',0,'["unbid"]',10),
(56,'3',12,'[]',10),
(57,'gnome',14,'[]',10),
(63,'0',16,'["capped"]',12),
(64,'1',56,'["blind", "taker"]',12),
(65,'2',0,'["unbid"]',12),
(66,'gnome',18,'[]',12),
(69,'2',0,'["unbid"]',13),
(70,'3',14,'[]',13),
(71,'gnome',12,'[]',13),
(75,'3',0,'["unbid"]',14),
(77,'0',12,'["capped"]',13),
(78,'1',48,'["blind", "taker"]',13),
(79,'0',12,'["peeked", "taker"]',14),
(80,'1',0,'["unbid"]',14),
(81,'2',6,'["capped", "peeked"]',14),
(82,'gnome',44,'[]',14),
(84,'1',12,'["capped"]',16),
(85,'2',0,'["unbid"]',16),
(86,'3',14,'[]',16),
(88,'0',48,'["blind", "taker"]',17),
(89,'1',12,'["capped"]',17),
(90,'2',0,'["unbid"]',17),
(91,'3',14,'[]',17),
(92,'gnome',12,'[]',17),
(98,'0',48,'["blind", "taker"]',16),
(99,'gnome',12,'[]',16);
CREATE TABLE "scorekeeper_seat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "game_id" bigint NOT NULL REFERENCES "scorekeeper_game" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "scorekeeper_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_player_per_seat" UNIQUE ("game_id", "number"), CONSTRAINT "one_seat_per_player" UNIQUE ("game_id", "player_id"));
INSERT INTO "scorekeeper_seat" VALUES
(1,0,1,1),
(2,1,1,2),
(3,2,1,3),
(4,3,1,4),
(5,0,2,1),
(6,1,2,2),
(7,2,2,3),
(8,3,2,4),
(9,4,2,5),
(10,0,3,3),
(11,1,3,4),
(12,2,3,5),
(13,0,4,1),
(14,1,4,2),
(15,2,4,3),
(16,3,4,4),
(17,0,5,4),
(18,1,5,5),
(19,2,5,1),
(24,0,6,2),
(25,1,6,1),
(26,2,6,3),
(27,3,6,5),
(28,0,7,1),
(29,1,7,2),
(30,2,7,3),
(31,3,7,4);
CREATE TABLE "scorekeeper_setup" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "players" text NOT NULL CHECK ((JSON_VALID("players") OR "players" IS NULL)), "first_dealer" smallint unsigned NOT NULL CHECK ("first_dealer" >= 0), "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "at" datetime NOT NULL, "game_id" bigint NOT NULL REFERENCES "scorekeeper_game" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "scorekeeper_membership" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_setup_per_number" UNIQUE ("game_id", "number"));
INSERT INTO "scorekeeper_setup" VALUES
(1,0,'[1, 2, 3, 4]',3,'{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 50, "gnome_target": 350}','2026-03-04 19:04:03',1,1),
(2,0,'[1, 2, 3, 4, 5]',4,'{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}','2026-03-04 19:05:15',2,2),
(3,0,'[3, 4, 5]',2,'{"odd_half": "gnome", "priority": "none", "all_passed": "same_dealer", "lowest_bid": 0, "uneven_deal": "equal_hands", "tie": "shared", "player_target": 200, "gnome_target": 350}','2026-03-11 19:00:18',3,2),
(4,0,'[1, 2, 3, 4]',3,'{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}','2026-03-11 19:01:12',4,1),
(5,0,'[4, 5, 1]',2,'{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}','2026-03-11 19:02:15',5,1),
(6,0,'[1, 2, 3, 4]',3,'{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}','2026-03-11 19:02:51',6,1),
(7,1,'[2, 1, 3, 5]',0,'{"odd_half": "gnome", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 200, "gnome_target": 350}','2026-03-11 19:03:18',6,1),
(8,0,'[1, 2, 3, 4]',3,'{"odd_half": "exact", "priority": "above_200", "all_passed": "deal_passes", "lowest_bid": 1, "uneven_deal": "all_dealt", "tie": "shared", "player_target": 45, "gnome_target": 120}','2026-03-18 19:00:18',7,1);
CREATE TABLE "scorekeeper_standing" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "column" varchar(20) NOT NULL, "half_points" integer NOT NULL, "rank" smallint unsigned NULL CHECK ("rank" >= 0), "winner" bool NOT NULL, "game_id" bigint NOT NULL REFERENCES "scorekeeper_game" ("id") DEFERRABLE INITIALLY DEFERRED, "seat_id" bigint NULL REFERENCES "scorekeeper_seat" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_standing_per_game_and_column" UNIQUE ("game_id", "column"), CONSTRAINT "a_winner_ranks_first" CHECK ((NOT "winner" OR "rank" = 1 OR "rank" IS NULL)));
INSERT INTO "scorekeeper_standing" VALUES
(23,'0',107,1,1,1,1),
(24,'1',66,2,0,1,2),
(25,'2',64,3,0,1,3),
(26,'3',44,4,0,1,4),
(27,'gnome',71,NULL,0,1,NULL),
(37,'3',10,2,0,2,8),
(45,'0',48,1,0,2,5),
(46,'1',0,4,0,2,6),
(47,'2',7,3,0,2,7),
(48,'4',0,4,0,2,9),
(49,'gnome',21,NULL,0,2,NULL),
(58,'0',8,3,0,3,10),
(60,'2',20,2,0,3,12),
(61,'gnome',74,NULL,0,3,NULL),
(62,'1',28,1,1,3,11),
(88,'0',48,1,0,4,13),
(89,'1',12,2,0,4,14),
(90,'2',0,4,0,4,15),
(91,'3',12,2,0,4,16),
(92,'gnome',14,NULL,0,4,NULL),
(97,'0',16,2,0,5,17),
(98,'1',56,1,0,5,18),
(99,'2',0,3,0,5,19),
(100,'gnome',18,NULL,0,5,NULL),
(115,'0',24,2,0,6,24),
(116,'1',48,1,0,6,25),
(117,'2',6,4,0,6,26),
(118,'3',14,3,0,6,27),
(119,'gnome',56,NULL,0,6,NULL),
(132,'2',0,4,0,7,30),
(139,'0',96,1,1,7,28),
(140,'1',24,3,0,7,29),
(141,'3',28,2,0,7,31),
(142,'gnome',24,NULL,0,7,NULL);
CREATE TABLE "scorekeeper_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "name" varchar(40) NULL UNIQUE, "created_at" datetime NOT NULL);
INSERT INTO "scorekeeper_user" VALUES
(1,'!b7x2aP3NEZ1gv8viWSSKZnLbMnehZWumW6TUrPg1',NULL,NULL,'2026-03-04 19:02:33'),
(2,'!yulEL9nbnoit4ZlMgpsds6H327J4spqVyuRU3aWt',NULL,NULL,'2026-03-04 19:03:36');
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");
CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");
CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");
CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");
CREATE INDEX "scorekeeper_link_group_id_a9ad67bc" ON "scorekeeper_link" ("group_id");
CREATE INDEX "scorekeeper_hand_game_id_57714462" ON "scorekeeper_hand" ("game_id");
CREATE INDEX "scorekeeper_player_group_id_a7a3138c" ON "scorekeeper_player" ("group_id");
CREATE INDEX "scorekeeper_night_group_id_3a56c6c4" ON "scorekeeper_night" ("group_id");
CREATE INDEX "scorekeeper_membership_user_id_17def655" ON "scorekeeper_membership" ("user_id");
CREATE INDEX "scorekeeper_membership_group_id_398185e0" ON "scorekeeper_membership" ("group_id");
CREATE INDEX "scorekeeper_game_night_id_2e82dd7e" ON "scorekeeper_game" ("night_id");
CREATE INDEX "scorekeeper_game_group_id_de65fcfe" ON "scorekeeper_game" ("group_id");
CREATE INDEX "games_of_a_group" ON "scorekeeper_game" ("group_id", "id" DESC);
CREATE INDEX "scorekeeper_score_hand_id_42f1afb4" ON "scorekeeper_score" ("hand_id");
CREATE INDEX "scorekeeper_seat_game_id_8ca5b433" ON "scorekeeper_seat" ("game_id");
CREATE INDEX "scorekeeper_seat_player_id_2264dd85" ON "scorekeeper_seat" ("player_id");
CREATE INDEX "scorekeeper_setup_game_id_4116cd64" ON "scorekeeper_setup" ("game_id");
CREATE INDEX "scorekeeper_setup_member_id_12165a3e" ON "scorekeeper_setup" ("member_id");
CREATE INDEX "scorekeeper_revision_hand_id_4ec236b3" ON "scorekeeper_revision" ("hand_id");
CREATE INDEX "scorekeeper_revision_member_id_c6bd573d" ON "scorekeeper_revision" ("member_id");
CREATE INDEX "scorekeeper_revision_setup_id_21c907a7" ON "scorekeeper_revision" ("setup_id");
CREATE INDEX "scorekeeper_standing_game_id_47c556fa" ON "scorekeeper_standing" ("game_id");
CREATE INDEX "scorekeeper_standing_seat_id_0bdc75a2" ON "scorekeeper_standing" ("seat_id");
CREATE INDEX "django_session_expire_date_a5c62663" ON "django_session" ("expire_date");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES
('django_migrations',16),
('django_content_type',17),
('auth_permission',68),
('auth_group',0),
('scorekeeper_hand',18),
('scorekeeper_player',5),
('scorekeeper_night',3),
('scorekeeper_membership',2),
('scorekeeper_game',7),
('scorekeeper_score',99),
('scorekeeper_seat',31),
('scorekeeper_setup',8),
('scorekeeper_revision',25),
('scorekeeper_standing',142),
('scorekeeper_user',2),
('scorekeeper_playgroup',1),
('scorekeeper_link',1);
COMMIT;

"""The engine by itself: declarations, the shapes of a hand, boards, the replay, with games made up for it."""

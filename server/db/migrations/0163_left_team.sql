-- since when someone is off the team whom a colleague took off it; an invitation clears it
alter table users add column left_team_at timestamptz;

-- Words of a theme report that count neither where ideas are grouped nor in the names of themes.
alter table theme_sets add column ignored_words text[] not null default '{}';

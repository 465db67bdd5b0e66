import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';

/**
 * A page of settings about one answer of the server: its frame, and what stands there until the answer does, or when it
 * does not come.
 *
 * @param what names the answer in the sentence for when it could not be loaded: 'the labels'
 * @param children draws what was answered
 */
export function SettingsPage<Data>({
  query,
  what,
  children,
  ...page
}: {
  query: UseQueryResult<Data>;
  what: string;
  children: (data: Data) => ReactNode;
} & Pick<ComponentProps<typeof SheetPage>, 'title' | 'total' | 'controls'>) {
  return (
    <SheetPage {...page} refreshing={query.isFetching && !query.isPending}>
      {query.isPending ? (
        <RowsSkeleton />
      ) : query.data === undefined ? (
        <ErrorState what={what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        children(query.data)
      )}
    </SheetPage>
  );
}

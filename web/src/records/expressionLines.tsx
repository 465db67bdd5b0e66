/** The lines in which people and accounts are compared; they come when one is opened. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { ExpressionLine } from '../lists/expression/ExpressionLine.tsx';
import { accountExpression, customColumns, userExpression } from './expressions.ts';

type Props = Omit<ComponentProps<typeof ExpressionLine>, 'fields'>;

const fieldsDocument = graphql(`
  query ExpressionCustomFields {
    all_custom_fields(object_type: ["user", "account"], sort: "name") {
      records {
        key
        name
        object_type
        combined_type
        string_enum_values {
          label
        }
      }
    }
  }
`);

/** The workspace's own fields of people and accounts; null: they are not there yet, and without them a line cannot be read. */
function useCustomFields() {
  const query = useQuery({
    queryKey: ['expression-custom-fields'],
    queryFn: ({ signal }) => request(fieldsDocument, {}, { signal }),
  });
  return query.isPending ? null : (query.data?.all_custom_fields.records ?? []);
}

/** Of people. */
export function UserExpressionLine(props: Props) {
  const rights = useViewer();
  const custom = useCustomFields();
  if (custom === null) return null;
  return (
    <ExpressionLine
      {...props}
      fields={[
        ...userExpression(rights),
        ...customColumns(custom, 'user', 'custom_'),
        ...customColumns(custom, 'account', 'account_custom_'),
      ]}
    />
  );
}

/** Of accounts. */
export function AccountExpressionLine(props: Props) {
  const rights = useViewer();
  const custom = useCustomFields();
  if (custom === null) return null;
  return (
    <ExpressionLine
      {...props}
      fields={[...accountExpression(rights), ...customColumns(custom, 'account', 'custom_')]}
    />
  );
}

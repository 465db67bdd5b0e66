/** The lines in which people and accounts are compared; they come when one is opened. */
import type { ComponentProps } from 'react';
import { useViewer } from '../api/viewer.ts';
import { ExpressionLine } from '../lists/expression/ExpressionLine.tsx';
import { accountExpression, userExpression } from './expressions.ts';

type Props = Omit<ComponentProps<typeof ExpressionLine>, 'fields'>;

/** Of people. */
export function UserExpressionLine(props: Props) {
  return <ExpressionLine {...props} fields={userExpression(useViewer())} />;
}

/** Of accounts. */
export function AccountExpressionLine(props: Props) {
  return <ExpressionLine {...props} fields={accountExpression(useViewer())} />;
}

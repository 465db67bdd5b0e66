/**
 * What a public status means for end users, said in the dropdown (specification lines 341-345,
 * DEC-185).
 *
 * @param status null: No Status, which leaves the idea open
 * @returns null when users can do both
 */
export function statusBehaviourMessage(
  status: { is_open: boolean; allow_comments: boolean } | null,
): string | null {
  if (status === null || (status.is_open && status.allow_comments)) return null;
  if (status.is_open) return 'Users can vote but not comment.';
  return status.allow_comments ? 'Users can comment but not vote.' : 'Users cannot comment or vote.';
}

import { expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import { submitProblem } from './submitProblem.ts';

const ready = {
  permissions: ALL_PERMISSIONS,
  area: 'feedback' as const,
  isDenied: false,
  missing: [],
  isUploading: false,
};

test('[PANEL-071] Save Status cannot be used without the right to work with feedback, whatever else is there', () => {
  expect(submitProblem(ready)).toBeNull();
  expect(submitProblem({ ...ready, permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false } })).toBe(
    'You need permission to work with feedback',
  );
});

test('a panel says why its button cannot be used: the workspace, what is missing, a file on its way', () => {
  expect(submitProblem({ ...ready, isDenied: true })).toBe('Not available in this workspace');
  expect(submitProblem({ ...ready, missing: ['a title', 'a forum'], isUploading: true })).toBe(
    'Add a title and a forum to continue',
  );
  expect(submitProblem({ ...ready, isUploading: true })).toBe('A file is still uploading');
});

import { expect, test } from 'vitest';
import {
  defaultStatusColor,
  emailLimits,
  errorReportSampling,
  fileLimits,
  layout,
  notificationRetryDelayMs,
  pageSizeOptions,
  paging,
  reportDefaults,
  textLimits,
  timing,
  toastTiming,
} from './limits.ts';

test('[CONST-001] the default page size is 20', () => {
  expect(paging.defaultPageSize).toBe(20);
});

test('[CONST-002] a table offers 20, 50, 75, 100 and its own default, each once', () => {
  expect(pageSizeOptions()).toEqual([20, 50, 75, 100]);
  expect(pageSizeOptions(10)).toEqual([10, 20, 50, 75, 100]);
  expect(pageSizeOptions(60)).toEqual([20, 50, 60, 75, 100]);
});

test('[CONST-003] [CONST-004] [CONST-006] [CONST-007] special lists have their own page sizes', () => {
  expect(paging.notificationPageSize).toBe(10);
  expect(paging.ideaReportPageSize).toBe(100);
  expect(paging.attachmentPageSize).toBe(100);
  expect(paging.ideaSearchPageSize).toBe(20);
  expect(paging.ideaSearchSort).toBe('search_order');
});

test('[CONST-008] bulk pages and select-all have documented bounds', () => {
  expect(paging.maxPageSize).toBe(100);
  expect(paging.maxBulkPageSize).toBe(500);
  expect(paging.selectAllLimit).toBe(1000);
  expect(paging.maxAllRecords).toBe(5000);
});

test('[CONST-005] the idea report starts six months ago', () => {
  expect(reportDefaults.ideaReportPeriodStart).toBe('6_months_ago');
});

test('[CONST-009] [CONST-010] [CONST-011] [CONST-012] [CONST-013] [CONST-014] [CONST-015] every flag of the idea report is off', () => {
  expect(reportDefaults.ideaReportFlags).toEqual({
    last_activity: false,
    status_update: false,
    votes: false,
    comments: false,
    user: false,
    notes: false,
    feedback: false,
  });
});

test('[CONST-016] [CONST-017] [CONST-018] per-forum activity: categories off, active_only on, round_period off', () => {
  expect(reportDefaults.perForumActivity).toEqual({
    categories: false,
    active_only: true,
    round_period: false,
  });
});

test('[CONST-019] [CONST-020] a selection lasts an hour, a double click 300 ms', () => {
  expect(timing.selectionExpiryMs).toBe(3_600_000);
  expect(timing.doubleClickMs).toBe(300);
});

test('[CONST-021] [CONST-022] [CONST-023] [CONST-024] motion takes 500, 250, 500 and 350 ms', () => {
  expect(timing.modalTransitionMs).toBe(500);
  expect(timing.popoverTransitionMs).toBe(250);
  expect(timing.toastSlideMs).toBe(500);
  expect(timing.slideOutMs).toBe(350);
});

test('[CONST-025] [CONST-026] [CONST-027] [CONST-028] [CONST-029] waiting signs come late and keep their size', () => {
  expect(timing.spinnerDelayMs).toBe(550);
  expect(timing.skeletonDelayMs).toBe(500);
  expect(timing.tableLoadingDelayMs).toBe(1000);
  expect(layout.skeletonRows).toBe(20);
  expect(layout.skeletonRowHeightPx).toBe(50);
});

test('[CONST-030] [CONST-031] [CONST-032] [CONST-033] searches wait for a pause in typing', () => {
  expect(timing.userSearchDebounceMs).toBe(200);
  expect(timing.popupLoadingMs).toBe(300);
  expect(timing.ideaSearchDebounceMs).toBe(300);
  expect(timing.trackerProjectSearchDebounceMs).toBe(300);
});

test('[CONST-034] [CONST-035] toasts hide after 8 s in the app and 6 s at the base', () => {
  expect(toastTiming.appAutoHideMs).toBe(8000);
  expect(toastTiming.baseAutoHideMs).toBe(6000);
});

test('[CONST-040] [CONST-041] a file may have 50MB', () => {
  expect(fileLimits.attachmentBytes).toBe(52_428_800);
  expect(fileLimits.attachmentLimitText).toBe('50MB');
});

test('[CONST-041] the request that carries the largest file fits into the body limit', () => {
  expect(Math.ceil(fileLimits.attachmentBytes / 3) * 4).toBeLessThan(fileLimits.uploadRequestBytes);
});

test('[CONST-042] e-mail limits are 254 overall and 64 before the @', () => {
  expect(emailLimits.addressCharacters).toBe(254);
  expect(emailLimits.localPartCharacters).toBe(64);
});

test('[CONST-043] [CONST-044] [CONST-045] [CONST-046] [CONST-047] [CONST-048] sizes of the layout', () => {
  expect(layout.avatarPx).toBe(44);
  expect(layout.slideOutWidthPx).toBe(400);
  expect(layout.notificationPanelWidthPx).toBe(380);
  expect(layout.navWidthPx).toBe(78);
  expect(layout.navItemHeightPx).toBe(72);
  expect(layout.editorMinHeightPx).toBe(120);
});

test('[VALID-020] the comment editor has 4 to 10 rows', () => {
  expect([layout.commentEditorMinRows, layout.commentEditorMaxRows]).toEqual([4, 10]);
});

test('[CONST-053] the wait before a new try doubles from 1 s to 16 s and stays there', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 500].map(notificationRetryDelayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 16_000, 16_000, 16_000,
  ]);
  expect(notificationRetryDelayMs(-1)).toBe(1000);
});

test('[CONST-054] [CONST-056] every error is reported; a status without colour is grey', () => {
  expect(errorReportSampling).toBe(1);
  expect(defaultStatusColor).toBe('#7E8E8E');
});

test('[VALID-086] lengths have documented limits', () => {
  expect(textLimits.ideaTitleCharacters).toBe(140);
  expect(textLimits.ideaBodyCharacters).toBe(10_000);
  expect(textLimits.richTextCharacters).toBe(100_000);
  expect(textLimits.nameCharacters).toBe(255);
  expect(textLimits.reasonCharacters).toBe(2_000);
});

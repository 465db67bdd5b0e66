import type { Task } from '../core/task.ts';
import { invitationMail, passwordResetMail } from '../domain/account/mails/account_mails.ts';
import { hostNewsMail } from '../domain/account/hosts/host_name.ts';
import { emailConfirmMail, ownNewsMail } from '../domain/account/mails/own_mails.ts';
import { sweepAccounts } from '../domain/account/sweep.ts';
import { removeFilesTask } from '../domain/attachments/claims.ts';
import { attachmentThumbnail, sweepAttachments } from '../domain/attachments/store.ts';
import { sentimentTask } from '../domain/insights/sentiment.ts';
import { seekDuplicatesTask } from '../domain/merge/candidate_search.ts';
import { notificationDigests, notificationMail } from '../domain/digests/notification_mails.ts';
import { pruneNotifications } from '../domain/notifications/prune.ts';
import { sendMailing, sweepMailings } from '../domain/mail/send.ts';
import { pruneUndoTask } from '../domain/undo/undo.ts';
import { exportMailTask, exportSweep, exportTask } from '../domain/exchange/export_run.ts';
import { importCountsTask } from '../domain/exchange/import_counts.ts';
import { importRehearsalTask, importRunTask, importSweep } from '../domain/imports/jobs.ts';
import { importUndoTask } from '../domain/imports/undo.ts';
import { accountPeopleTask, pruneAccountsTask } from '../domain/customers/account_commands.ts';
import { impactSweep } from '../domain/impact/sweep.ts';
import { roadmapSweep, roadmapVisitMail } from '../domain/planning/visits.ts';
import { themeDetectionTask } from '../domain/themes/run.ts';
import { themeSweep } from '../domain/themes/sweep.ts';
import { trackerWrite } from '../domain/tracker/idea_field.ts';
import { trackerRead } from '../domain/tracker/reading.ts';
import { webhookDeliver, webhookSweep } from '../domain/integrations/webhook_delivery.ts';
import { viewDigests } from '../domain/views/view_digests.ts';
import { accountRevenueTask, recountTask } from '../domain/ideas/recount.ts';

/** Every background job of the product. What is not here is not run. */
export const tasks = [
  passwordResetMail,
  invitationMail,
  hostNewsMail,
  emailConfirmMail,
  ownNewsMail,
  sweepAccounts,
  accountRevenueTask,
  accountPeopleTask,
  pruneAccountsTask,
  recountTask,
  attachmentThumbnail,
  sweepAttachments,
  removeFilesTask,
  pruneUndoTask,
  sendMailing,
  sweepMailings,
  notificationMail,
  notificationDigests,
  viewDigests,
  pruneNotifications,
  seekDuplicatesTask,
  sentimentTask,
  exportTask,
  exportMailTask,
  exportSweep,
  importCountsTask,
  importRehearsalTask,
  importRunTask,
  importUndoTask,
  importSweep,
  themeDetectionTask,
  themeSweep,
  impactSweep,
  roadmapVisitMail,
  roadmapSweep,
  trackerRead,
  trackerWrite,
  webhookDeliver,
  webhookSweep,
] as readonly Task[];

/** A job that comes again in every workspace. */
export interface Scheduled {
  task: Task;
  /** cron expression, UTC */
  cron: string;
}

/** Jobs that come again. Minutes are odd, so that they do not all begin together. */
export const schedule: readonly Scheduled[] = [
  { task: exportSweep as Task, cron: '29 * * * *' },
  { task: importSweep as Task, cron: '33 * * * *' },
  { task: sweepAttachments as Task, cron: '17 * * * *' },
  { task: sweepAccounts as Task, cron: '43 * * * *' },
  { task: recountTask as Task, cron: '11 2 * * *' },
  { task: pruneUndoTask as Task, cron: '37 2 * * *' },
  { task: pruneAccountsTask as Task, cron: '41 2 * * *' },
  { task: sweepMailings as Task, cron: '*/5 * * * *' },
  { task: notificationDigests as Task, cron: '3 * * * *' },
  { task: viewDigests as Task, cron: '7 * * * *' },
  { task: pruneNotifications as Task, cron: '51 2 * * *' },
  { task: themeSweep as Task, cron: '4-59/10 * * * *' },
  { task: roadmapSweep as Task, cron: '47 2 * * *' },
  { task: impactSweep as Task, cron: '9-59/10 * * * *' },
  { task: trackerRead as Task, cron: '2-59/5 * * * *' },
  { task: webhookDeliver as Task, cron: '* * * * *' },
  { task: webhookSweep as Task, cron: '57 2 * * *' },
  { task: seekDuplicatesTask as Task, cron: '3-59/10 * * * *' },
  { task: sentimentTask as Task, cron: '1-59/5 * * * *' },
];

import { auditEntry } from '../domain/account/audit/audit_entry.ts';
import { savedView, sharedView } from '../domain/ideas/filters/saved_view.ts';
import {
  savedViewCreate,
  savedViewUpdate,
  savedViewDelete,
  savedViewShare,
  savedViewBulkDelete,
  savedViewRestore,
  savedViewReorder,
} from '../domain/views/saved_view_commands.ts';
import {
  savedViewAddSuggestions,
  savedViewRemoveSuggestions,
  savedViewMoveSuggestions,
} from '../domain/views/list_ideas.ts';
import type { Catalogue } from './schema.ts';
import { currentSubdomain, currentUser } from '../domain/account/current.ts';
import { deadJobRemove, deadJobRetry, deadJobs, scheduledJobs } from '../domain/account/dead_job.ts';
import { usersFindOrCreate } from '../domain/account/people/find_or_create.ts';
import { subdomainHostCheck } from '../domain/account/hosts/host_name.ts';
import { languages } from '../domain/account/language.ts';
import {
  ownEmailCancel,
  ownEmailUpdate,
  ownPasswordUpdate,
  ownProfile,
  ownProfileUpdate,
  ownSessionEnd,
  ownSessions,
  ownSessionsEndOthers,
} from '../domain/account/own_account.ts';
import {
  ownRecoveryCodesRenew,
  ownSecondFactorBegin,
  ownSecondFactorConfirm,
  ownSecondFactorEnd,
} from '../domain/account/second_factor/own.ts';
import {
  signInProvider,
  signInProviderCheck,
  signInProviderDelete,
  signInProviderRedirectUri,
  signInProviderUpdate,
} from '../domain/account/provider/settings.ts';
import { teamCreate, teamDelete, teamUpdate } from '../domain/account/team/team_commands.ts';
import {
  ownPasskeyAdd,
  ownPasskeyBegin,
  ownPasskeyRemove,
} from '../domain/account/second_factor/own_passkeys.ts';
import { teamSessionEnd, teamSessions } from '../domain/account/team/sessions.ts';
import { subdomainUpdate } from '../domain/account/subdomain_update.ts';
import {
  teamInvitationResend,
  teamInvite,
  teamMemberRemove,
  teamSecondFactorReset,
  teamMemberUpdate,
} from '../domain/account/team/commands.ts';
import { teamMembers } from '../domain/account/team/members.ts';
import { externalUser, user } from '../domain/account/user.ts';
import {
  externalAccountCreate,
  externalAccountDelete,
  externalAccountRestore,
  externalAccountUpdate,
} from '../domain/customers/account_commands.ts';
import { accountRevenue } from '../domain/customers/account_revenue.ts';
import { externalAccount } from '../domain/customers/external_account.ts';
import { userMergePreview } from '../domain/customers/merge/preview.ts';
import { userMerge, userUnmerge } from '../domain/customers/merge/user_merge.ts';
import { usersSetApart } from '../domain/customers/merge/users_set_apart.ts';
import { userUpdate } from '../domain/customers/user_update.ts';
import { autocomplete } from '../domain/ideas/autocomplete.ts';
import { searchNearest } from '../domain/ideas/search_nearest.ts';
import { category } from '../domain/ideas/category.ts';
import { categoryCreate, categoryDelete, categoryUpdate } from '../domain/ideas/category_commands.ts';
import { customField, customFieldEnumValue } from '../domain/ideas/custom_field.ts';
import {
  customFieldCreate,
  customFieldDelete,
  customFieldUpdate,
} from '../domain/ideas/custom_field_commands.ts';
import { customFieldUses } from '../domain/ideas/custom_field_uses.ts';
import { forum, forumAccessEmailDomain, forumAccessIp } from '../domain/ideas/forum.ts';
import { forumCreate, forumDelete, forumReorder, forumUpdate } from '../domain/ideas/forum_commands.ts';
import { importanceResponse } from '../domain/ideas/importance_response.ts';
import { label } from '../domain/ideas/label.ts';
import { labelCreate, labelDelete, labelForumChange, labelUpdate } from '../domain/ideas/label_commands.ts';
import { internalStatus, status } from '../domain/ideas/status.ts';
import { internalStatusesUpdate, statusesUpdate } from '../domain/ideas/status_commands.ts';
import { suggestion } from '../domain/ideas/suggestion.ts';
import { firstSteps } from '../domain/insights/first_steps.ts';
import { reportIdeasByMonth } from '../domain/insights/ideas_by_month.ts';
import { reportMovedIdeas } from '../domain/insights/moved_ideas.ts';
import { perForumActivity, reportKeyFigures, reportTopStatuses } from '../domain/insights/reports.ts';
import { activityEntry } from '../domain/conversation/activity_entry.ts';
import { attachment } from '../domain/attachments/attachment.ts';
import { attachmentCreate, attachmentDelete } from '../domain/attachments/claims.ts';
import { ownPictureDelete } from '../domain/attachments/own_picture.ts';
import {
  suggestionsBulkCategory,
  suggestionsBulkForum,
  suggestionsBulkStatus,
} from '../domain/triage/bulk_move.ts';
import { comment } from '../domain/conversation/comment.ts';
import {
  commentCreate,
  commentDelete,
  commentRestore,
  commentSpam,
  commentUpdate,
} from '../domain/conversation/comment_commands.ts';
import {
  feedbackRecordCreate,
  feedbackRecordDelete,
  feedbackRecordRestore,
  feedbackRecordUpdate,
} from '../domain/conversation/feedback_commands.ts';
import { feedbackRecord } from '../domain/conversation/feedback_record.ts';
import {
  suggestionCreate,
  suggestionDelete,
  suggestionRestore,
  suggestionUpdate,
} from '../domain/conversation/idea_commands.ts';
import {
  internalSupporterReport,
  labelToSuggestionStates,
  subscriberReport,
  userSubscriptionStatus,
} from '../domain/conversation/idea_reports.ts';
import { internalFlagClear, internalFlagCreate } from '../domain/conversation/flag_commands.ts';
import { internalFlag } from '../domain/conversation/internal_flag.ts';
import { outreach } from '../domain/conversation/outreach.ts';
import { reaction } from '../domain/conversation/reaction.ts';
import { sfdcOpportunity } from '../domain/conversation/sfdc_opportunity.ts';
import { team } from '../domain/account/team/teams.ts';
import { delivery, mailing } from '../domain/mail/mailing.ts';
import {
  mailCheck,
  mailState,
  mailSuppressionCreate,
  mailSuppressionDelete,
  outboxMail,
  outboxMails,
} from '../domain/mail/settings.ts';
import { message } from '../domain/conversation/message.ts';
import { mailDomain, mailDomainVerify } from '../domain/mail/domain.ts';
import { mailingCallBack } from '../domain/mail/call_back.ts';
import { suggestionMerge, suggestionUnmerge } from '../domain/merge/merge.ts';
import { mergeCandidate } from '../domain/merge/candidate.ts';
import { mergePreview } from '../domain/merge/reports.ts';
import { mergeCandidateDismiss } from '../domain/merge/candidate_search.ts';
import {
  commentApprove,
  commentsBulkApprove,
  commentsBulkDelete,
  commentsBulkSpam,
  suggestionApprove,
  suggestionsBulkApprove,
  suggestionsBulkSpam,
  suggestionSpam,
} from '../domain/triage/moderation.ts';
import { note } from '../domain/conversation/note.ts';
import { noteCreate, noteDelete, noteRestore, noteUpdate } from '../domain/conversation/note_commands.ts';
import { peopleInText } from '../domain/customers/people_in_text.ts';
import { mailPreview, mailTestSend } from '../domain/triage/mail_preview.ts';
import { bulkStatusPreview, recipientPreview } from '../domain/triage/recipient_preview.ts';
import {
  commThread,
  notification,
  notificationClicked,
  notificationCounts,
  notificationsSeen,
} from '../domain/notifications/notification.ts';
import { notificationSettings, notificationSettingsUpdate } from '../domain/digests/notification_settings.ts';
import { internalStatusUpdate, statusUpdate } from '../domain/conversation/status_update.ts';
import {
  internalStatusUpdateCreate,
  internalStatusUpdateUpdate,
  statusUpdateCreate,
  statusUpdateUpdate,
} from '../domain/conversation/status_update_commands.ts';
import {
  suggestionAdminSubscribe,
  supporterDelete,
  supporterRestore,
  supporterUpdate,
} from '../domain/conversation/support.ts';
import { supporter } from '../domain/conversation/supporter.ts';
import { supporterMessage } from '../domain/conversation/supporter_message.ts';
import { supporterMessageCreate } from '../domain/conversation/supporter_message_create.ts';
import {
  bulkUndo,
  suggestionAssign,
  suggestionLabelsUpdate,
  suggestionsBulkAssign,
  suggestionsBulkDelete,
  suggestionsBulkLabel,
} from '../domain/triage/triage.ts';
import { suggestionSubscribeAll } from '../domain/triage/subscribe_all.ts';
import { undoEntries } from '../domain/undo/undo_list.ts';
import { userBlock } from '../domain/triage/user_block.ts';
import { exportCancel, exportEntity } from '../domain/exchange/export.ts';
import {
  importCreate,
  importDelete,
  importEntity,
  importStart,
  importStop,
  importUndo,
  importUpdate,
} from '../domain/imports/import.ts';
import {
  impactReportBulkDelete,
  impactReportCreate,
  impactReportDelete,
  impactReportRefresh,
  impactReportRestore,
  impactReportUpdate,
} from '../domain/impact/impact_commands.ts';
import { impactReport, impactReportReader, impactReportVersion } from '../domain/impact/impact_report.ts';
import { impactReportQuotes } from '../domain/impact/quotes.ts';
import { impactReportRead, impactReportShare } from '../domain/impact/sharing.ts';
import { periodMark } from '../domain/themes/period_mark.ts';
import {
  periodMarkCreate,
  periodMarkDelete,
  periodMarkUpdate,
} from '../domain/themes/period_mark_commands.ts';
import { reportRecentThemeMetrics } from '../domain/themes/metrics.ts';
import { reportThemeSetAnalysis, reportThemesTrendAnalysis } from '../domain/themes/trends.ts';
import { theme, themePlacement } from '../domain/themes/theme.ts';
import {
  themeDelete,
  themeIdeasMove,
  themeIdeasRelease,
  themeUpdate,
} from '../domain/themes/theme_commands.ts';
import { themeSet } from '../domain/themes/theme_set.ts';
import {
  themeSetBulkDelete,
  themeSetCreate,
  themeSetDelete,
  themeSetRerun,
  themeSetRestore,
  themeSetStop,
  themeSetUndoRun,
  themeSetUpdate,
} from '../domain/themes/theme_set_commands.ts';
import { productAreasUpdate } from '../domain/planning/area_commands.ts';
import {
  currentEmailPermissionSet,
  currentEmailPermissionSetUpdate,
} from '../domain/planning/email_permissions.ts';
import { feature, featureEvent } from '../domain/planning/feature.ts';
import {
  featureCreate,
  featureDelete,
  featureRestore,
  featuresBulkDelete,
  featuresBulkUpdate,
  featuresUndo,
  featureUpdate,
} from '../domain/planning/feature_commands.ts';
import { featureSuggestionsUpdate } from '../domain/planning/feature_links.ts';
import { featureStatusesUpdate } from '../domain/planning/feature_status_commands.ts';
import {
  roadmapSettingsBatchUpdate,
  roadmapSettingsDelete,
  roadmapSettingsUpdate,
} from '../domain/planning/roadmap_commands.ts';
import { featureStatus, productArea, roadmapSetting } from '../domain/planning/sets.ts';
import { reportFeatureTotals } from '../domain/planning/totals.ts';
import { reportAccountIdeas } from '../domain/customers/account_ideas.ts';
import { apiKey, apiKeyCreate, apiKeyRevoke } from '../domain/integrations/api_key.ts';
import { webhook, webhookDelivery, webhookHours } from '../domain/integrations/webhook.ts';
import {
  webhookCreate,
  webhookDelete,
  webhookDeliveryResend,
  webhookFailedResend,
  webhookSecretRenew,
  webhookTest,
  webhookUpdate,
} from '../domain/integrations/webhook_commands.ts';
import { importUndoPreview } from '../domain/imports/undo.ts';
import { article, articleSearch, articleSection } from '../domain/support/article.ts';
import {
  articleCreate,
  articleDelete,
  articlePublish,
  articleRestore,
  articleRevert,
  articleSearchDelete,
  articleUnpublish,
  articleUpdate,
} from '../domain/support/article_commands.ts';
import { ticket, ticketMessage, ticketStream } from '../domain/support/ticket.ts';
import {
  currentUserOffDuty,
  ticketCreate,
  ticketLink,
  ticketNote,
  ticketReply,
  ticketUpdate,
} from '../domain/support/ticket_commands.ts';
import {
  ticketAddresses,
  ticketStreamCreate,
  ticketStreamDelete,
  ticketStreamUpdate,
} from '../domain/support/ticket_stream_commands.ts';
import {
  articleSectionCreate,
  articleSectionDelete,
  articleSectionsReorder,
  articleSectionUpdate,
} from '../domain/support/section_commands.ts';
import { accountNote } from '../domain/customers/account_note.ts';
import {
  accountNoteCreate,
  accountNoteDelete,
  accountNoteRestore,
  accountNoteUpdate,
} from '../domain/customers/account_note_commands.ts';
import { rating } from '../domain/customers/rating.ts';
import { ratingCreate, ratingDelete } from '../domain/customers/rating_commands.ts';
import { ratingsAsk, ratingsAskPreview } from '../domain/surveys/ask.ts';
import { reportSatisfaction } from '../domain/insights/satisfaction.ts';
import { vstsWorkItem } from '../domain/conversation/vsts_work_item.ts';
import { jiraIssue } from '../domain/tracker/jira_issue.ts';
import { linkJiraIssue, unlinkJiraIssue } from '../domain/tracker/link_commands.ts';
import { jiraConfig, jiraIssuePreview, jiraIssueTypes, jiraProjects } from '../domain/tracker/questions.ts';
import {
  trackerCheck,
  trackerHookCreate,
  trackerSettings,
  trackerSettingsDelete,
  trackerSettingsUpdate,
} from '../domain/tracker/settings.ts';

/** Everything that the product declares, area by area. What is not here does not exist for callers. */
export const catalogue: Catalogue = {
  entities: [
    user,
    externalUser,
    externalAccount,
    accountRevenue,
    rating,
    accountNote,
    periodMark,
    forum,
    forumAccessIp,
    forumAccessEmailDomain,
    category,
    label,
    status,
    internalStatus,
    customField,
    customFieldEnumValue,
    importanceResponse,
    suggestion,
    supporter,
    comment,
    feedbackRecord,
    note,
    internalFlag,
    team,
    reaction,
    outreach,
    sfdcOpportunity,
    vstsWorkItem,
    jiraIssue,
    statusUpdate,
    internalStatusUpdate,
    supporterMessage,
    mailing,
    delivery,
    message,
    attachment,
    activityEntry,
    mergeCandidate,
    commThread,
    notification,
    exportEntity,
    importEntity,
    themeSet,
    theme,
    themePlacement,
    impactReport,
    impactReportReader,
    impactReportVersion,
    featureStatus,
    productArea,
    roadmapSetting,
    feature,
    featureEvent,
    savedView,
    sharedView,
    apiKey,
    webhook,
    webhookDelivery,
    articleSection,
    article,
    articleSearch,
    ticketStream,
    ticket,
    ticketMessage,
    auditEntry,
  ],
  queries: [
    reportSatisfaction,
    jiraConfig,
    jiraProjects,
    jiraIssueTypes,
    jiraIssuePreview,
    trackerSettings,
    webhookHours,
    teamSessions,
    signInProvider,
    signInProviderRedirectUri,
    customFieldUses,
    ticketAddresses,
    mailCheck,
    mailDomain,
    mailState,
    outboxMail,
    outboxMails,
    deadJobs,
    scheduledJobs,
    currentUser,
    currentSubdomain,
    ownProfile,
    ownSessions,
    teamMembers,
    languages,
    autocomplete,
    searchNearest,
    reportTopStatuses,
    perForumActivity,
    reportKeyFigures,
    reportIdeasByMonth,
    reportMovedIdeas,
    firstSteps,
    userSubscriptionStatus,
    labelToSuggestionStates,
    subscriberReport,
    internalSupporterReport,
    recipientPreview,
    bulkStatusPreview,
    mailPreview,
    peopleInText,
    mergePreview,
    userMergePreview,
    ratingsAskPreview,
    undoEntries,
    notificationCounts,
    notificationSettings,
    importUndoPreview,
    impactReportQuotes,
    reportFeatureTotals,
    reportAccountIdeas,
    currentEmailPermissionSet,
    reportRecentThemeMetrics,
    reportThemeSetAnalysis,
    reportThemesTrendAnalysis,
  ],
  commands: [
    featureCreate,
    featureUpdate,
    featuresBulkUpdate,
    featuresUndo,
    featureDelete,
    featuresBulkDelete,
    featureRestore,
    featureSuggestionsUpdate,
    accountNoteCreate,
    periodMarkCreate,
    periodMarkUpdate,
    periodMarkDelete,
    accountNoteUpdate,
    accountNoteDelete,
    accountNoteRestore,
    ratingCreate,
    ratingDelete,
    ratingsAsk,
    linkJiraIssue,
    unlinkJiraIssue,
    trackerSettingsUpdate,
    trackerSettingsDelete,
    trackerHookCreate,
    trackerCheck,
    featureStatusesUpdate,
    productAreasUpdate,
    roadmapSettingsUpdate,
    roadmapSettingsBatchUpdate,
    roadmapSettingsDelete,
    currentEmailPermissionSetUpdate,
    deadJobRetry,
    deadJobRemove,
    exportCancel,
    importCreate,
    importUpdate,
    importStart,
    importStop,
    importDelete,
    importUndo,
    themeSetCreate,
    themeSetUpdate,
    themeSetRerun,
    themeSetStop,
    themeSetUndoRun,
    themeSetDelete,
    themeSetBulkDelete,
    themeSetRestore,
    themeUpdate,
    themeDelete,
    themeIdeasMove,
    themeIdeasRelease,
    subdomainUpdate,
    subdomainHostCheck,
    ownEmailCancel,
    ownEmailUpdate,
    ownPasswordUpdate,
    ownSecondFactorBegin,
    ownSecondFactorConfirm,
    ownSecondFactorEnd,
    ownRecoveryCodesRenew,
    ownPictureDelete,
    ownProfileUpdate,
    ownSessionEnd,
    ownSessionsEndOthers,
    teamInvite,
    teamInvitationResend,
    teamMemberUpdate,
    teamMemberRemove,
    teamSecondFactorReset,
    teamSessionEnd,
    ownPasskeyAdd,
    ownPasskeyBegin,
    ownPasskeyRemove,
    teamCreate,
    teamUpdate,
    teamDelete,
    signInProviderUpdate,
    signInProviderDelete,
    signInProviderCheck,
    forumCreate,
    forumUpdate,
    forumDelete,
    forumReorder,
    categoryCreate,
    categoryUpdate,
    categoryDelete,
    labelCreate,
    labelUpdate,
    labelDelete,
    labelForumChange,
    statusesUpdate,
    internalStatusesUpdate,
    customFieldCreate,
    customFieldUpdate,
    customFieldDelete,
    suggestionCreate,
    suggestionUpdate,
    suggestionDelete,
    suggestionRestore,
    suggestionMerge,
    suggestionUnmerge,
    mergeCandidateDismiss,
    suggestionAdminSubscribe,
    suggestionSubscribeAll,
    supporterDelete,
    supporterRestore,
    suggestionAssign,
    suggestionLabelsUpdate,
    suggestionsBulkAssign,
    suggestionsBulkLabel,
    suggestionsBulkDelete,
    suggestionsBulkStatus,
    suggestionsBulkCategory,
    suggestionsBulkForum,
    bulkUndo,
    impactReportCreate,
    impactReportUpdate,
    impactReportRefresh,
    impactReportDelete,
    impactReportBulkDelete,
    impactReportRestore,
    impactReportShare,
    impactReportRead,
    savedViewCreate,
    savedViewUpdate,
    savedViewDelete,
    savedViewShare,
    savedViewBulkDelete,
    savedViewRestore,
    savedViewReorder,
    savedViewAddSuggestions,
    savedViewRemoveSuggestions,
    savedViewMoveSuggestions,
    feedbackRecordCreate,
    feedbackRecordUpdate,
    feedbackRecordDelete,
    feedbackRecordRestore,
    commentCreate,
    commentUpdate,
    commentDelete,
    commentSpam,
    commentRestore,
    commentApprove,
    commentsBulkApprove,
    commentsBulkSpam,
    commentsBulkDelete,
    suggestionApprove,
    suggestionSpam,
    suggestionsBulkApprove,
    suggestionsBulkSpam,
    noteCreate,
    noteUpdate,
    noteDelete,
    noteRestore,
    internalFlagCreate,
    internalFlagClear,
    statusUpdateCreate,
    statusUpdateUpdate,
    internalStatusUpdateCreate,
    internalStatusUpdateUpdate,
    supporterMessageCreate,
    mailingCallBack,
    mailTestSend,
    mailDomainVerify,
    mailSuppressionCreate,
    mailSuppressionDelete,
    attachmentCreate,
    attachmentDelete,
    usersFindOrCreate,
    userUpdate,
    userMerge,
    userUnmerge,
    usersSetApart,
    externalAccountCreate,
    externalAccountUpdate,
    externalAccountDelete,
    externalAccountRestore,
    userBlock,
    notificationsSeen,
    notificationClicked,
    notificationSettingsUpdate,
    supporterUpdate,
    apiKeyCreate,
    apiKeyRevoke,
    webhookCreate,
    webhookUpdate,
    webhookDelete,
    webhookSecretRenew,
    webhookTest,
    webhookDeliveryResend,
    webhookFailedResend,
    articleSectionCreate,
    articleSectionUpdate,
    articleSectionsReorder,
    articleSectionDelete,
    articleCreate,
    articleUpdate,
    articlePublish,
    articleUnpublish,
    articleRevert,
    articleDelete,
    articleRestore,
    articleSearchDelete,
    ticketStreamCreate,
    ticketStreamUpdate,
    ticketStreamDelete,
    ticketCreate,
    ticketReply,
    ticketNote,
    ticketUpdate,
    ticketLink,
    currentUserOffDuty,
  ],
};

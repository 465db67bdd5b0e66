/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query ConsoleViewer {\n    current_user {\n      id\n      display_name\n      email\n      core_admin\n      off_duty\n      other_subdomains {\n        host\n        admin_url\n      }\n    }\n    current_subdomain {\n      id\n      key\n      host\n      admin_url\n      portal_url\n      is_trialing\n      has_crm_configuration\n      prevent_email_notifications\n    }\n    notification_counts {\n      unseen\n    }\n  }\n": typeof types.ConsoleViewerDocument,
    "\n  query MailSwitch {\n    current_subdomain {\n      id\n      prevent_email_notifications\n    }\n  }\n": typeof types.MailSwitchDocument,
    "\n  query PaletteIdeas($q: String!, $perPage: Int!) {\n    suggestions(q: $q, perPage: $perPage, sort: \"search_order\") {\n      records {\n        id\n        title\n        forum {\n          name\n        }\n      }\n    }\n  }\n": typeof types.PaletteIdeasDocument,
    "\n  query PanelIdea($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n    }\n  }\n": typeof types.PanelIdeaDocument,
    "\n  query PanelFeedback($id: ID!) {\n    feedback_record(id: $id) {\n      id\n      body\n      body_mime_type\n      source_url\n      updated_at\n      user {\n        ...PickedUser\n      }\n      suggestion {\n        ...IdeaSummary\n      }\n    }\n  }\n": typeof types.PanelFeedbackDocument,
    "\n  query PanelComment($id: ID!) {\n    comment(id: $id) {\n      id\n      body\n      body_mime_type\n      state\n      is_admin_comment\n      created_at\n      updated_at\n      created_by {\n        ...PickedUser\n      }\n      suggestion {\n        ...IdeaSummary\n        category {\n          id\n          name\n        }\n        forum {\n          id\n          name\n          is_open\n          category_required\n        }\n      }\n      converted_to_suggestion {\n        ...IdeaSummary\n      }\n    }\n  }\n": typeof types.PanelCommentDocument,
    "\n  query PanelEditedIdea($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n      body\n      body_mime_type\n      created_at\n      updated_at\n      created_by {\n        ...PickedUser\n      }\n      category {\n        id\n        name\n      }\n      forum {\n        id\n        name\n        is_open\n        category_required\n      }\n    }\n  }\n": typeof types.PanelEditedIdeaDocument,
    "\n  query SupportOf($suggestion: [ID!], $user: [ID!]) {\n    supporters(suggestion: $suggestion, user: $user, perPage: 1) {\n      records {\n        id\n        votes\n      }\n    }\n  }\n": typeof types.SupportOfDocument,
    "\n  mutation CreateFeedback(\n    $body: String!\n    $bodyMimeType: String\n    $channel: String!\n    $links: FeedbackRecordLinks\n    $attachmentTokens: [String!]\n    $sourceUrl: String\n    $subscribe: Boolean\n  ) {\n    feedback_record_create(\n      body: $body\n      bodyMimeType: $bodyMimeType\n      channel: $channel\n      links: $links\n      attachmentTokens: $attachmentTokens\n      sourceUrl: $sourceUrl\n      subscribe: $subscribe\n    ) {\n      id\n    }\n  }\n": typeof types.CreateFeedbackDocument,
    "\n  mutation UpdateFeedback(\n    $id: ID!\n    $body: String!\n    $links: FeedbackRecordLinks\n    $attachmentTokens: [String!]\n    $sourceUrl: String\n    $subscribe: Boolean\n    $if_updated_at: String\n  ) {\n    feedback_record_update(\n      id: $id\n      body: $body\n      links: $links\n      attachmentTokens: $attachmentTokens\n      sourceUrl: $sourceUrl\n      subscribe: $subscribe\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": typeof types.UpdateFeedbackDocument,
    "\n  mutation UpdateComment(\n    $id: ID!\n    $body: String!\n    $attachment_tokens: [String!]\n    $links: CommentLinks\n    $subscribe: Boolean\n    $if_updated_at: String\n  ) {\n    comment_update(\n      id: $id\n      body: $body\n      attachment_tokens: $attachment_tokens\n      links: $links\n      subscribe: $subscribe\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": typeof types.UpdateCommentDocument,
    "\n  mutation CreateIdea(\n    $title: String!\n    $body: String\n    $bodyMimeType: String\n    $links: SuggestionLinks!\n    $creator: SuggestionCreator\n    $attachmentTokens: [String!]\n    $subscribeCreator: Boolean\n    $conversionSourceType: String\n    $conversionSourceId: ID\n    $copySupporters: Boolean\n    $notifySourceSubscribers: Boolean\n  ) {\n    suggestion_create(\n      title: $title\n      body: $body\n      bodyMimeType: $bodyMimeType\n      links: $links\n      creator: $creator\n      attachmentTokens: $attachmentTokens\n      subscribeCreator: $subscribeCreator\n      conversionSourceType: $conversionSourceType\n      conversionSourceId: $conversionSourceId\n      copySupporters: $copySupporters\n      notifySourceSubscribers: $notifySourceSubscribers\n    ) {\n      id\n    }\n  }\n": typeof types.CreateIdeaDocument,
    "\n  mutation UpdateIdea(\n    $id: ID!\n    $title: String\n    $body: String\n    $bodyMimeType: String\n    $creatorId: ID\n    $subscribe: Boolean\n    $links: SuggestionLinks\n    $attachmentTokens: [String!]\n    $if_updated_at: String\n  ) {\n    suggestion_update(\n      id: $id\n      title: $title\n      body: $body\n      bodyMimeType: $bodyMimeType\n      creatorId: $creatorId\n      subscribe: $subscribe\n      links: $links\n      attachmentTokens: $attachmentTokens\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": typeof types.UpdateIdeaDocument,
    "\n  mutation AddVoter($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) {\n    suggestion_admin_subscribe(id: $id, user: $user, channel: $channel, subscribe: $subscribe) {\n      id\n    }\n  }\n": typeof types.AddVoterDocument,
    "\n  mutation FlagIdea($suggestion: ID!, $reason: String!, $user: InternalFlagUser) {\n    internal_flag_create(suggestion: $suggestion, reason: $reason, user: $user) {\n      id\n    }\n  }\n": typeof types.FlagIdeaDocument,
    "\n  query OwnExports($page: Int, $per_page: Int) {\n    exports(page: $page, per_page: $per_page) {\n      total_records\n      current_page\n      records {\n        id\n        collection\n        format\n        state\n        rows_expected\n        rows_written\n        problem\n        file_name\n        size_in_bytes\n        download_url\n        expires_at\n        finished_at\n        created_at\n      }\n    }\n  }\n": typeof types.OwnExportsDocument,
    "\n  mutation CancelExport($id: ID!) {\n    export_cancel(id: $id) {\n      id\n      state\n    }\n  }\n": typeof types.CancelExportDocument,
    "\n  query PersonCard($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      email_address\n      avatar_url\n      job_title\n      license_type\n      allowed_state\n      satisfaction_score\n      supported_suggestions_count\n      crm_account {\n        id\n        name\n      }\n    }\n  }\n": typeof types.PersonCardDocument,
    "\n  mutation BlockPerson($id: ID!, $blocked: Boolean!) {\n    user_block(id: $id, blocked: $blocked) {\n      id\n      allowed_state\n    }\n  }\n": typeof types.BlockPersonDocument,
    "\n  mutation MoveIdea($id: ID!, $links: SuggestionLinks, $if_updated_at: String) {\n    suggestion_update(id: $id, links: $links, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n": typeof types.MoveIdeaDocument,
    "\n  mutation SetIdeaCustomField($id: ID!, $custom_field_map: [CustomFieldValueInput!], $if_updated_at: String) {\n    suggestion_update(id: $id, custom_field_map: $custom_field_map, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n": typeof types.SetIdeaCustomFieldDocument,
    "\n  mutation AssignIdea($id: ID!, $assigned_owner: ID, $if_updated_at: String) {\n    suggestion_assign(id: $id, assigned_owner: $assigned_owner, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n": typeof types.AssignIdeaDocument,
    "\n  mutation SetIdeaLabels($id: ID!, $add: [ID!], $remove: [ID!]) {\n    suggestion_labels_update(id: $id, add: $add, remove: $remove) {\n      id\n      updated_at\n    }\n  }\n": typeof types.SetIdeaLabelsDocument,
    "\n  mutation CallIdeaMailBack($id: ID!) {\n    mailing_call_back(id: $id) {\n      id\n      state\n    }\n  }\n": typeof types.CallIdeaMailBackDocument,
    "\n  mutation RemoveVoter($suggestion: ID!, $user: ID!) {\n    supporter_delete(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n": typeof types.RemoveVoterDocument,
    "\n  mutation BringVoterBack($suggestion: ID!, $user: ID!) {\n    supporter_restore(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n": typeof types.BringVoterBackDocument,
    "\n  mutation AddStaffComment($links: CommentCreateLinks!, $body: String!, $attachment_tokens: [String!]) {\n    comment_create(links: $links, body: $body, attachment_tokens: $attachment_tokens) {\n      id\n    }\n  }\n": typeof types.AddStaffCommentDocument,
    "\n  fragment AccountInterest on ExternalAccount {\n    id\n    name\n    plan\n    revenue\n    supporters_count\n  }\n": typeof types.AccountInterestFragmentDoc,
    "\n  fragment ShownFile on Attachment {\n    id\n    file_name\n    content_type\n    size_in_bytes\n    url\n    thumb_url\n  }\n": typeof types.ShownFileFragmentDoc,
    "\n  fragment IdeaField on CustomField {\n    id\n    key\n    name\n    combined_type\n    string_enum_values {\n      id\n      label\n    }\n    numeric_enum_values {\n      id\n      label\n      numeric_value\n    }\n  }\n": typeof types.IdeaFieldFragmentDoc,
    "\n  query IdeaDetails(\n    $id: ID!\n    $ids: [ID!]\n    $withFields: Boolean!\n    $withFiles: Boolean!\n    $files: Int\n    $accounts: Int\n    $accountSort: String\n  ) {\n    suggestion(id: $id) {\n      id\n      title\n      body\n      body_mime_type\n      state\n      channel\n      is_dated\n      source_url\n      source_votes_count\n      votes_count\n      supporters_count\n      supporting_accounts_count\n      supporter_revenue\n      comments_count\n      requests_count\n      notes_count\n      internal_flags_count\n      merge_candidates_count\n      unmergeable\n      created_at\n      updated_at\n      custom_field_map {\n        key\n        value\n      }\n      status {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n      }\n      internal_status {\n        id\n        name\n        hex_color\n      }\n      assigned_owner {\n        id\n        name\n        avatar_url\n        satisfaction_score\n      }\n      forum {\n        id\n        name\n        is_open\n        category_required\n      }\n      category {\n        id\n        name\n      }\n      labels {\n        id\n        full_name\n      }\n      created_by {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n        allowed_state\n        crm_account {\n          id\n          name\n        }\n      }\n      captured_by {\n        id\n        name\n        avatar_url\n        satisfaction_score\n      }\n      merged_into {\n        id\n        title\n      }\n      split_from {\n        id\n        title\n      }\n      split_suggestions {\n        id\n        title\n      }\n      converted_from_comment {\n        id\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n    external_accounts(suggestion: $ids, per_page: $accounts, sort: $accountSort) {\n      records {\n        ...AccountInterest\n      }\n    }\n    attachments(suggestion: $ids, per_page: $files) @include(if: $withFiles) {\n      records {\n        ...ShownFile\n      }\n    }\n    all_custom_fields(object_type: [\"suggestion\"], sort: \"id\") @include(if: $withFields) {\n      records {\n        ...IdeaField\n      }\n    }\n  }\n": typeof types.IdeaDetailsDocument,
    "\n  query IdeaCustomFields {\n    all_custom_fields(object_type: [\"suggestion\"], sort: \"id\") {\n      records {\n        ...IdeaField\n      }\n    }\n  }\n": typeof types.IdeaCustomFieldsDocument,
    "\n  query IdeaActivity($suggestion: [ID!], $kind: [String!], $page: Int, $per_page: Int) {\n    activity_entries(\n      suggestion: $suggestion\n      kind: $kind\n      page: $page\n      per_page: $per_page\n      without_replies: true\n    ) {\n      records {\n        id\n        kind\n        details\n        created_at\n        user {\n          ...FeedPerson\n        }\n        comment {\n          id\n          body\n          body_mime_type\n          state\n          is_admin_comment\n          created_by {\n            ...FeedPerson\n          }\n          converted_to_suggestion {\n            id\n            title\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        feedback_record {\n          id\n          body\n          body_mime_type\n          source_url\n          source_title\n          severity\n          user {\n            ...FeedPerson\n            crm_account {\n              id\n              name\n            }\n          }\n          captured_by {\n            ...FeedPerson\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        note {\n          id\n          body\n          body_mime_type\n          reply_count\n          editable\n          deletable\n          created_at\n          updated_at\n          created_by {\n            ...FeedPerson\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        internal_flag {\n          id\n          reason\n          cleared_message\n          user {\n            id\n            name\n          }\n        }\n        status_update {\n          id\n          html_body\n          supporters_notified\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          thumbs_up_count\n          thumbs_down_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          changes_status\n          new_status {\n            id\n            name\n            hex_color\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        internal_status_update {\n          id\n          html_text\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          thumbs_up_count\n          thumbs_down_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          new_internal_status {\n            id\n            name\n            hex_color\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        supporter_message {\n          id\n          body\n          email_subject\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        related_suggestion {\n          id\n          title\n        }\n      }\n    }\n  }\n": typeof types.IdeaActivityDocument,
    "\n  fragment FeedMailing on Mailing {\n    id\n    state\n    send_after\n    expected_count\n    sent_count\n    outbox_count\n    failed_count\n    unknown_count\n    left_out_count\n  }\n": typeof types.FeedMailingFragmentDoc,
    "\n  fragment FeedPerson on User {\n    id\n    name\n    avatar_url\n    satisfaction_score\n    allowed_state\n  }\n": typeof types.FeedPersonFragmentDoc,
    "\n  query IdeaMailing($id: ID!) {\n    mailing(id: $id) {\n      ...FeedMailing\n    }\n  }\n": typeof types.IdeaMailingDocument,
    "\n  query MailFailures($mailing: [ID!], $state: [String!], $page: Int, $per_page: Int) {\n    deliveries(mailing: $mailing, state: $state, page: $page, per_page: $per_page) {\n      total_records\n      records {\n        id\n        email_address\n        state\n        reason\n        user {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.MailFailuresDocument,
    "\n  query MailReplies(\n    $supporter_message: [ID!]\n    $status_update: [ID!]\n    $internal_status_update: [ID!]\n    $page: Int\n    $per_page: Int\n  ) {\n    messages(\n      supporter_message: $supporter_message\n      status_update: $status_update\n      internal_status_update: $internal_status_update\n      page: $page\n      per_page: $per_page\n    ) {\n      records {\n        id\n        body\n        from_email\n        created_at\n        created_by {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.MailRepliesDocument,
    "\n  query IdeaVoters($suggestion: [ID!], $q: String, $page: Int, $per_page: Int) {\n    supporters(suggestion: $suggestion, q: $q, page: $page, per_page: $per_page) {\n      total_records\n      records {\n        id\n        votes\n        subscribed\n        created_at\n        user {\n          id\n          name\n          email_address\n          avatar_url\n          satisfaction_score\n          crm_account {\n            id\n            name\n            revenue\n          }\n        }\n      }\n    }\n  }\n": typeof types.IdeaVotersDocument,
    "\n  query IdeaAccounts($suggestion: [ID!], $page: Int, $per_page: Int, $sort: String) {\n    external_accounts(suggestion: $suggestion, page: $page, per_page: $per_page, sort: $sort) {\n      total_records\n      records {\n        ...AccountInterest\n        users_count\n      }\n    }\n  }\n": typeof types.IdeaAccountsDocument,
    "\n  mutation AddNote(\n    $suggestion: ID\n    $note: ID\n    $body: String!\n    $body_mime_type: String\n    $attachment_tokens: [String!]\n  ) {\n    note_create(\n      suggestion: $suggestion\n      note: $note\n      body: $body\n      body_mime_type: $body_mime_type\n      attachment_tokens: $attachment_tokens\n    ) {\n      id\n    }\n  }\n": typeof types.AddNoteDocument,
    "\n  mutation SaveNote($id: ID!, $body: String!, $body_mime_type: String, $if_updated_at: String) {\n    note_update(id: $id, body: $body, body_mime_type: $body_mime_type, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n": typeof types.SaveNoteDocument,
    "\n  mutation DeleteNote($id: ID!) {\n    note_delete(id: $id) {\n      id\n    }\n  }\n": typeof types.DeleteNoteDocument,
    "\n  mutation RestoreNote($id: ID!) {\n    note_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.RestoreNoteDocument,
    "\n  query NoteReplies($note: [ID!]) {\n    notes(note: $note, sort: \"created_at\", per_page: 100) {\n      records {\n        id\n        body\n        body_mime_type\n        reply_count\n        editable\n        deletable\n        created_at\n        updated_at\n        created_by {\n          ...FeedPerson\n        }\n        attachments {\n          ...ShownFile\n        }\n      }\n    }\n  }\n": typeof types.NoteRepliesDocument,
    "\n  query NoteThread($id: ID!) {\n    note(id: $id) {\n      id\n      parent {\n        id\n      }\n      suggestion {\n        id\n      }\n    }\n  }\n": typeof types.NoteThreadDocument,
    "\n  query MentionCandidates($q: String) {\n    users(q: $q, sees_ideas: true, per_page: 8, sort: \"name\") {\n      records {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n      }\n    }\n  }\n": typeof types.MentionCandidatesDocument,
    "\n  query IdeaFlags($suggestion: [ID!]) {\n    internal_flags(suggestion: $suggestion, open: true, per_page: 100) {\n      records {\n        id\n        reason\n        created_at\n        created_by {\n          id\n          name\n        }\n        user {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.IdeaFlagsDocument,
    "\n  mutation ClearFlag($id: ID!, $message: String) {\n    internal_flag_clear(id: $id, message: $message) {\n      id\n      cleared_at\n    }\n  }\n": typeof types.ClearFlagDocument,
    "\n  query BulkLabelStates($ids: [ID!]) {\n    label_to_suggestion_states(include_ids: $ids) {\n      label_id\n      state\n    }\n  }\n": typeof types.BulkLabelStatesDocument,
    "\n  mutation BulkLabel($ids: [ID!], $add: [ID!], $remove: [ID!]) {\n    suggestions_bulk_label(ids: $ids, add: $add, remove: $remove) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.BulkLabelDocument,
    "\n  mutation BulkAssign($ids: [ID!], $assigned_owner: ID) {\n    suggestions_bulk_assign(ids: $ids, assigned_owner: $assigned_owner) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.BulkAssignDocument,
    "\n  mutation BulkForum($ids: [ID!], $forum: ID!, $category: ID) {\n    suggestions_bulk_forum(ids: $ids, forum: $forum, category: $category) {\n      changed_count\n      skipped_count\n      undo_id\n    }\n  }\n": typeof types.BulkForumDocument,
    "\n  mutation BulkDelete($ids: [ID!]) {\n    suggestions_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.BulkDeleteDocument,
    "\n  mutation BulkUndo($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n    }\n  }\n": typeof types.BulkUndoDocument,
    "\n  query IdeaFilterNames(\n    $forum: [ID!]\n    $category: [ID!]\n    $label: [ID!]\n    $status: [ID!]\n    $internal_status: [ID!]\n    $user: [ID!]\n    $account: [ID!]\n    $with_forum: Boolean!\n    $with_category: Boolean!\n    $with_label: Boolean!\n    $with_status: Boolean!\n    $with_internal_status: Boolean!\n    $with_user: Boolean!\n    $with_account: Boolean!\n  ) {\n    forums(id: $forum, bulk_per_page: 200) @include(if: $with_forum) {\n      records {\n        id\n        name\n      }\n    }\n    categories(id: $category, bulk_per_page: 200) @include(if: $with_category) {\n      records {\n        id\n        name\n      }\n    }\n    labels(id: $label, bulk_per_page: 200) @include(if: $with_label) {\n      records {\n        id\n        full_name\n      }\n    }\n    statuses(id: $status, bulk_per_page: 200) @include(if: $with_status) {\n      records {\n        id\n        name\n      }\n    }\n    internal_statuses(id: $internal_status, bulk_per_page: 200) @include(if: $with_internal_status) {\n      records {\n        id\n        name\n      }\n    }\n    users(id: $user, bulk_per_page: 200) @include(if: $with_user) {\n      records {\n        id\n        name\n      }\n    }\n    external_accounts(id: $account, bulk_per_page: 200) @include(if: $with_account) {\n      records {\n        id\n        name\n      }\n    }\n  }\n": typeof types.IdeaFilterNamesDocument,
    "\n  query IdeasTable(\n    $q: String\n    $page: Int\n    $per_page: Int\n    $bulk_per_page: Int\n    $sort: String\n    $id: [ID!]\n    $forum: [ID!]\n    $category: [ID!]\n    $category_none: Boolean\n    $label: [ID!]\n    $label_none: Boolean\n    $status: [ID!]\n    $status_none: Boolean\n    $internal_status: [ID!]\n    $internal_status_none: Boolean\n    $assigned_owner: [ID!]\n    $assigned_owner_none: Boolean\n    $creator: [ID!]\n    $supporter: [ID!]\n    $external_account: [ID!]\n    $state: [String!]\n    $created_after: String\n    $no_support_since: String\n    $has_response: Boolean\n    $has_internal_flag: Boolean\n  ) {\n    suggestions(\n      q: $q\n      page: $page\n      per_page: $per_page\n      bulk_per_page: $bulk_per_page\n      sort: $sort\n      id: $id\n      forum: $forum\n      category: $category\n      category_none: $category_none\n      label: $label\n      label_none: $label_none\n      status: $status\n      status_none: $status_none\n      internal_status: $internal_status\n      internal_status_none: $internal_status_none\n      assigned_owner: $assigned_owner\n      assigned_owner_none: $assigned_owner_none\n      creator: $creator\n      supporter: $supporter\n      external_account: $external_account\n      state: $state\n      created_after: $created_after\n      no_support_since: $no_support_since\n      has_response: $has_response\n      has_internal_flag: $has_internal_flag\n    ) {\n      total_records\n      total_is_capped\n      current_page\n      records {\n        id\n        title\n        excerpt\n        state\n        is_dated\n        votes_count\n        comments_count\n        requests_count\n        supporting_accounts_count\n        supporter_revenue\n        weekly_votes\n        last_activity_at\n        created_at\n        status {\n          id\n          name\n          hex_color\n        }\n        internal_status {\n          id\n          name\n          hex_color\n        }\n        forum {\n          id\n          name\n        }\n        category {\n          id\n          name\n        }\n        labels {\n          id\n          name\n          full_name\n        }\n        assigned_owner {\n          id\n          name\n          avatar_url\n          satisfaction_score\n        }\n        created_by {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.IdeasTableDocument,
    "\n  query ExistingIdeas($id: [ID!]) {\n    suggestions(id: $id, bulk_per_page: 500) {\n      records {\n        id\n      }\n    }\n  }\n": typeof types.ExistingIdeasDocument,
    "\n  query UndoEntries {\n    undo_entries {\n      id\n      command\n      undo_with\n      objects_count\n      record_id\n      user_id\n      title\n      person\n      has_sent_mail\n      created_at\n    }\n  }\n": typeof types.UndoEntriesDocument,
    "\n  mutation TakeBulkBack($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n      skipped_count\n    }\n  }\n": typeof types.TakeBulkBackDocument,
    "\n  mutation TakeIdeaBack($id: ID!) {\n    suggestion_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.TakeIdeaBackDocument,
    "\n  mutation TakeCommentBack($id: ID!) {\n    comment_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.TakeCommentBackDocument,
    "\n  mutation TakeFeedbackBack($id: ID!) {\n    feedback_record_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.TakeFeedbackBackDocument,
    "\n  mutation TakeNoteBack($id: ID!) {\n    note_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.TakeNoteBackDocument,
    "\n  mutation TakeVoteBack($suggestion: ID!, $user: ID!) {\n    supporter_restore(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n": typeof types.TakeVoteBackDocument,
    "\n  query IdeasToMerge($ids: [ID!], $perPage: Int) {\n    suggestions(id: $ids, perPage: $perPage) {\n      records {\n        ...IdeaSummary\n        state\n        supporters_count\n        comments_count\n        requests_count\n        merge_candidates_count\n        created_at\n      }\n    }\n  }\n": typeof types.IdeasToMergeDocument,
    "\n  query MergeCandidates($ids: [ID!], $perPage: Int) {\n    merge_candidates(suggestion: $ids, perPage: $perPage) {\n      records {\n        id\n        reason\n        suggestion {\n          ...IdeaSummary\n        }\n        other_suggestion {\n          ...IdeaSummary\n        }\n      }\n    }\n  }\n": typeof types.MergeCandidatesDocument,
    "\n  query MergePreview($winner: ID!, $losers: [ID!]!) {\n    merge_preview(winner: $winner, losers: $losers) {\n      supporters_before\n      supporters_moving\n      supporters_common\n      supporters_after\n      comments_count\n      feedback_records_count\n      labels_added\n      labels_left\n      stays_count\n    }\n  }\n": typeof types.MergePreviewDocument,
    "\n  mutation MergeIdeas($winner: ID!, $losers: [ID!]!) {\n    suggestion_merge(winner: $winner, losers: $losers) {\n      id\n      title\n    }\n  }\n": typeof types.MergeIdeasDocument,
    "\n  mutation UnmergeIdeas($ids: [ID!]!) {\n    suggestion_unmerge(ids: $ids) {\n      id\n      title\n    }\n  }\n": typeof types.UnmergeIdeasDocument,
    "\n  mutation DismissMergeCandidate($suggestion: ID!, $other_suggestion: ID!, $dismissed: Boolean) {\n    merge_candidate_dismiss(\n      suggestion: $suggestion\n      other_suggestion: $other_suggestion\n      dismissed: $dismissed\n    ) {\n      id\n    }\n  }\n": typeof types.DismissMergeCandidateDocument,
    "\n  query BlockedPeople($page: Int, $per_page: Int) {\n    users(allowed_state: [\"blocked\"], page: $page, per_page: $per_page, sort: \"name\") {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n": typeof types.BlockedPeopleDocument,
    "\n  fragment ReviewAuthor on User {\n    id\n    name\n    avatar_url\n    satisfaction_score\n    allowed_state\n  }\n": typeof types.ReviewAuthorFragmentDoc,
    "\n  query ReviewIdeas($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {\n    suggestions(\n      needs_review: $needs_review\n      spam: $spam\n      page: $page\n      per_page: $per_page\n      sort: \"-created_at\"\n    ) {\n      total_records\n      records {\n        id\n        title\n        body\n        body_mime_type\n        state\n        inappropriate_flags_count\n        created_at\n        created_by {\n          ...ReviewAuthor\n        }\n        forum {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.ReviewIdeasDocument,
    "\n  query ReviewComments($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {\n    comments(\n      needs_review: $needs_review\n      spam: $spam\n      page: $page\n      per_page: $per_page\n      sort: \"-created_at\"\n    ) {\n      total_records\n      records {\n        id\n        body\n        body_mime_type\n        state\n        inappropriate_flags_count\n        created_at\n        created_by {\n          ...ReviewAuthor\n        }\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n  }\n": typeof types.ReviewCommentsDocument,
    "\n  mutation ApproveIdeas($ids: [ID!]) {\n    done: suggestions_bulk_approve(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.ApproveIdeasDocument,
    "\n  mutation SpamIdeas($ids: [ID!]) {\n    done: suggestions_bulk_spam(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.SpamIdeasDocument,
    "\n  mutation DeleteHeldIdeas($ids: [ID!]) {\n    done: suggestions_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.DeleteHeldIdeasDocument,
    "\n  mutation ApproveComments($ids: [ID!]!) {\n    done: comments_bulk_approve(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.ApproveCommentsDocument,
    "\n  mutation SpamComments($ids: [ID!]!) {\n    done: comments_bulk_spam(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.SpamCommentsDocument,
    "\n  mutation DeleteHeldComments($ids: [ID!]!) {\n    done: comments_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": typeof types.DeleteHeldCommentsDocument,
    "\n  mutation UndoModeration($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n    }\n  }\n": typeof types.UndoModerationDocument,
    "\n  query ReviewCounts {\n    suggestions(needs_review: true, per_page: 1) {\n      total_records\n    }\n    comments(needs_review: true, per_page: 1) {\n      total_records\n    }\n    current_subdomain {\n      id\n      moderation_enabled\n    }\n    all_forums {\n      records {\n        id\n        moderation_enabled\n      }\n    }\n  }\n": typeof types.ReviewCountsDocument,
    "\n  query InsightFigures($period_start: String) {\n    report_key_figures(period_start: $period_start) {\n      period_start\n      period_end\n      ideas {\n        count\n        before\n      }\n      votes {\n        count\n        before\n      }\n      comments {\n        count\n        before\n      }\n      feedback_records {\n        count\n        before\n      }\n      open_ideas_count\n      accounts_count\n      accounts_revenue\n    }\n  }\n": typeof types.InsightFiguresDocument,
    "\n  query InsightStatuses {\n    report_top_statuses {\n      status_id\n      status_name\n      hex_color\n      idea_count\n    }\n  }\n": typeof types.InsightStatusesDocument,
    "\n  query InsightForums($categories: Boolean, $active_only: Boolean, $round_period: Boolean) {\n    per_forum_activity(categories: $categories, active_only: $active_only, round_period: $round_period) {\n      period_start\n      period_end\n      total_ideas\n      total_votes\n      total_comments\n      total_feedback_records\n      total_notes\n      forums {\n        forum_id\n        forum_name\n        category_id\n        category_name\n        total_ideas\n        total_votes\n        total_comments\n        total_feedback_records\n        total_notes\n      }\n    }\n  }\n": typeof types.InsightForumsDocument,
    "\n  query InsightTopIdeas($period_start: String, $sort: String, $per_page: Int) {\n    suggestions(\n      activity: [\"votes\", \"comments\", \"feedback_records\"]\n      period_start: $period_start\n      sort: $sort\n      per_page: $per_page\n    ) {\n      records {\n        id\n        title\n        votes_count\n        supporter_revenue\n        supporting_accounts_count\n        importance_high_count\n        weekly_votes\n        status {\n          id\n          name\n          hex_color\n        }\n        forum {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.InsightTopIdeasDocument,
    "\n  query Notifications($page: Int, $per_page: Int, $event: [String!], $seen: Boolean) {\n    notifications(page: $page, per_page: $per_page, event: $event, seen: $seen) {\n      total_records\n      records {\n        id\n        event\n        seen\n        clicked\n        related_notifications_count\n        created_at\n        user {\n          id\n        }\n        subject_user {\n          name\n          email_address\n          avatar_url\n          satisfaction_score\n        }\n        suggestion {\n          id\n          title\n        }\n        bulk_action {\n          id\n          objects_changed\n        }\n        note {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        supporter_message {\n          id\n          email_subject\n          suggestion {\n            id\n            title\n          }\n        }\n        status_update {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        internal_status_update {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        comm_thread {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n      }\n    }\n  }\n": typeof types.NotificationsDocument,
    "\n  mutation NotificationsSeen($ids: [ID!]!) {\n    notifications_seen(ids: $ids) {\n      id\n      seen\n    }\n  }\n": typeof types.NotificationsSeenDocument,
    "\n  mutation NotificationClicked($id: ID!) {\n    notification_clicked(id: $id) {\n      id\n      clicked\n    }\n  }\n": typeof types.NotificationClickedDocument,
    "\n  query NotificationCounts {\n    notification_counts {\n      unseen\n    }\n  }\n": typeof types.NotificationCountsDocument,
    "\n  query NotificationSettings {\n    notification_settings {\n      digest\n      preferences {\n        event\n        by_mail\n      }\n    }\n  }\n": typeof types.NotificationSettingsDocument,
    "\n  mutation UpdateNotificationSettings($digest: String, $preferences: [NotificationPreferenceInput!]) {\n    notification_settings_update(digest: $digest, preferences: $preferences) {\n      digest\n      preferences {\n        event\n        by_mail\n      }\n    }\n  }\n": typeof types.UpdateNotificationSettingsDocument,
    "\n  query SettingsJobs {\n    dead_jobs {\n      id\n      task\n      description\n      about\n      problem\n      tries\n      asked_at\n      died_at\n    }\n    scheduled_jobs {\n      task\n      description\n      next_at\n      last_at\n    }\n  }\n": typeof types.SettingsJobsDocument,
    "\n  mutation RetryDeadJob($id: String!) {\n    dead_job_retry(id: $id)\n  }\n": typeof types.RetryDeadJobDocument,
    "\n  mutation RemoveDeadJob($id: String!) {\n    dead_job_remove(id: $id)\n  }\n": typeof types.RemoveDeadJobDocument,
    "\n  mutation CreateForum(\n    $name: String!\n    $state: String\n    $prompt: String\n    $placeholder: String\n    $welcome_message: String\n    $logo_url: String\n    $default_locale: String\n    $default_sort: String\n    $category_required: Boolean\n    $classic_voting: Boolean\n    $votes_allowed: Int\n    $importance_enabled: Boolean\n    $moderation_enabled: Boolean\n    $allow_requests: Boolean\n    $is_private: Boolean\n    $authorization_operator: String\n    $allow_sso_user_by_default: Boolean\n    $allow_by_ip: Boolean\n    $allow_by_email_domain: Boolean\n    $access_denied_message: String\n    $access_ips: [String!]\n    $access_email_domains: [String!]\n    $categories: [ForumCategoryInput!]\n  ) {\n    forum_create(\n      name: $name\n      state: $state\n      prompt: $prompt\n      placeholder: $placeholder\n      welcome_message: $welcome_message\n      logo_url: $logo_url\n      default_locale: $default_locale\n      default_sort: $default_sort\n      category_required: $category_required\n      classic_voting: $classic_voting\n      votes_allowed: $votes_allowed\n      importance_enabled: $importance_enabled\n      moderation_enabled: $moderation_enabled\n      allow_requests: $allow_requests\n      is_private: $is_private\n      authorization_operator: $authorization_operator\n      allow_sso_user_by_default: $allow_sso_user_by_default\n      allow_by_ip: $allow_by_ip\n      allow_by_email_domain: $allow_by_email_domain\n      access_denied_message: $access_denied_message\n      access_ips: $access_ips\n      access_email_domains: $access_email_domains\n      categories: $categories\n    ) {\n      id\n    }\n  }\n": typeof types.CreateForumDocument,
    "\n  mutation UpdateForum(\n    $id: ID!\n    $if_updated_at: String\n    $name: String\n    $state: String\n    $prompt: String\n    $placeholder: String\n    $welcome_message: String\n    $logo_url: String\n    $default_locale: String\n    $default_sort: String\n    $category_required: Boolean\n    $classic_voting: Boolean\n    $votes_allowed: Int\n    $importance_enabled: Boolean\n    $moderation_enabled: Boolean\n    $allow_requests: Boolean\n    $is_private: Boolean\n    $authorization_operator: String\n    $allow_sso_user_by_default: Boolean\n    $allow_by_ip: Boolean\n    $allow_by_email_domain: Boolean\n    $access_denied_message: String\n    $access_ips: [String!]\n    $access_email_domains: [String!]\n    $categories: [ForumCategoryInput!]\n  ) {\n    forum_update(\n      id: $id\n      if_updated_at: $if_updated_at\n      name: $name\n      state: $state\n      prompt: $prompt\n      placeholder: $placeholder\n      welcome_message: $welcome_message\n      logo_url: $logo_url\n      default_locale: $default_locale\n      default_sort: $default_sort\n      category_required: $category_required\n      classic_voting: $classic_voting\n      votes_allowed: $votes_allowed\n      importance_enabled: $importance_enabled\n      moderation_enabled: $moderation_enabled\n      allow_requests: $allow_requests\n      is_private: $is_private\n      authorization_operator: $authorization_operator\n      allow_sso_user_by_default: $allow_sso_user_by_default\n      allow_by_ip: $allow_by_ip\n      allow_by_email_domain: $allow_by_email_domain\n      access_denied_message: $access_denied_message\n      access_ips: $access_ips\n      access_email_domains: $access_email_domains\n      categories: $categories\n    ) {\n      id\n    }\n  }\n": typeof types.UpdateForumDocument,
    "\n  mutation SetForumState($id: ID!, $state: String) {\n    forum_update(id: $id, state: $state) {\n      id\n    }\n  }\n": typeof types.SetForumStateDocument,
    "\n  mutation DeleteForum($id: ID!, $target_forum: ID) {\n    forum_delete(id: $id, target_forum: $target_forum) {\n      id\n    }\n  }\n": typeof types.DeleteForumDocument,
    "\n  mutation ReorderForums($forum_ids: [ID!]!) {\n    forum_reorder(forum_ids: $forum_ids) {\n      id\n    }\n  }\n": typeof types.ReorderForumsDocument,
    "\n  mutation SetDefaultForum($default_forum: ID) {\n    subdomain_update(default_forum: $default_forum) {\n      id\n    }\n  }\n": typeof types.SetDefaultForumDocument,
    "\n  query SettingsForums {\n    all_forums(sort: \"position\") {\n      records {\n        id\n        name\n        is_open\n        is_private\n        moderation_enabled\n        categories_count\n        suggestions_count\n        open_suggestions_count\n        position\n        updated_at\n      }\n    }\n    current_subdomain {\n      id\n      moderation_enabled\n      default_forum {\n        id\n      }\n    }\n  }\n": typeof types.SettingsForumsDocument,
    "\n  query SettingsForum($id: ID!) {\n    forum(id: $id) {\n      id\n      name\n      is_open\n      prompt\n      placeholder\n      welcome_message\n      logo_url\n      default_locale\n      default_sort\n      category_required\n      classic_voting\n      votes_allowed\n      importance_enabled\n      moderation_enabled\n      allow_requests\n      is_private\n      authorization_operator\n      allow_sso_user_by_default\n      allow_by_ip\n      allow_by_email_domain\n      access_denied_message\n      access_ips {\n        id\n        ip\n      }\n      access_email_domains {\n        id\n        domain\n      }\n      categories {\n        id\n        name\n        open_suggestions_count\n      }\n      updated_at\n    }\n  }\n": typeof types.SettingsForumDocument,
    "\n  query SettingsLanguages {\n    languages {\n      locale\n      localized_name\n    }\n  }\n": typeof types.SettingsLanguagesDocument,
    "\n  mutation RenameLabel($id: ID!, $name: String, $if_updated_at: String) {\n    label_update(id: $id, name: $name, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n": typeof types.RenameLabelDocument,
    "\n  mutation MoveLabel($id: ID!, $parent_id: ID, $if_updated_at: String) {\n    label_update(id: $id, parent_id: $parent_id, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n": typeof types.MoveLabelDocument,
    "\n  mutation SetLabelState($id: ID!, $state: String) {\n    label_update(id: $id, state: $state) {\n      id\n    }\n  }\n": typeof types.SetLabelStateDocument,
    "\n  mutation LimitLabel($label_id: ID!, $forum_ids: [ID!]!) {\n    label_forum_change(label_id: $label_id, forum_ids: $forum_ids) {\n      label_id\n      unlinked_count\n    }\n  }\n": typeof types.LimitLabelDocument,
    "\n  mutation DeleteLabel($id: ID!) {\n    label_delete(id: $id) {\n      id\n    }\n  }\n": typeof types.DeleteLabelDocument,
    "\n  query SettingsLabels {\n    all_labels(sort: \"full_name\") {\n      records {\n        id\n        name\n        full_name\n        level\n        state\n        parent_id\n        forum_ids\n        open_suggestions_count\n        updated_at\n      }\n    }\n  }\n": typeof types.SettingsLabelsDocument,
    "\n  query LabelCarriers($label: [ID!], $forum: [ID!], $state: [String!], $per_page: Int) {\n    suggestions(label: $label, forum: $forum, state: $state, per_page: $per_page, sort: \"id\") {\n      total_records\n      records {\n        id\n        title\n      }\n    }\n  }\n": typeof types.LabelCarriersDocument,
    "\n  query SettingsMail($q: String) {\n    mail_state(q: $q) {\n      delivery\n      relay\n      mail_domain\n      takes_replies\n      is_off_by_account\n      held_since\n      waiting_count\n      outbox_count\n      suppressions_count\n      suppressions {\n        email_address\n        reason\n        details\n        created_by_name\n        can_remove\n        created_at\n      }\n    }\n    current_subdomain {\n      id\n      from_domain\n      from_domain_verified\n      usual_from_address\n      automatic_reply_address\n      prevent_email_notifications\n      mail_tracking\n    }\n  }\n": typeof types.SettingsMailDocument,
    "\n  query SettingsMailings {\n    mailings(per_page: 20) {\n      records {\n        id\n        kind\n        state\n        subject\n        expected_count\n        sent_count\n        outbox_count\n        failed_count\n        unknown_count\n        created_at\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n    outbox_mails {\n      id\n      to\n      subject\n      preview\n      created_at\n    }\n  }\n": typeof types.SettingsMailingsDocument,
    "\n  query SettingsMailFailures($mailing: [ID!]) {\n    deliveries(mailing: $mailing, state: [\"failed\", \"unknown\"], per_page: 100) {\n      records {\n        id\n        email_address\n        state\n        reason\n      }\n    }\n  }\n": typeof types.SettingsMailFailuresDocument,
    "\n  query CheckMail {\n    mail_check {\n      step\n      state\n      sentence\n    }\n  }\n": typeof types.CheckMailDocument,
    "\n  mutation SaveMailSwitches($prevent_email_notifications: Boolean, $mail_tracking: Boolean) {\n    subdomain_update(\n      prevent_email_notifications: $prevent_email_notifications\n      mail_tracking: $mail_tracking\n    ) {\n      id\n    }\n  }\n": typeof types.SaveMailSwitchesDocument,
    "\n  mutation AddMailSuppression($email_address: String!, $details: String) {\n    mail_suppression_create(email_address: $email_address, details: $details)\n  }\n": typeof types.AddMailSuppressionDocument,
    "\n  mutation RemoveMailSuppression($email_address: String!) {\n    mail_suppression_delete(email_address: $email_address)\n  }\n": typeof types.RemoveMailSuppressionDocument,
    "\n  query OwnProfile {\n    own_profile {\n      email_address\n      email_confirmed\n      pending_email_address\n      pending_email_until\n      has_password\n    }\n    own_sessions {\n      id\n      browser\n      network\n      created_at\n      last_used_at\n      is_current\n    }\n  }\n": typeof types.OwnProfileDocument,
    "\n  mutation EndOwnSession($id: ID!) {\n    own_session_end(id: $id)\n  }\n": typeof types.EndOwnSessionDocument,
    "\n  mutation EndOtherSessions {\n    own_sessions_end_others\n  }\n": typeof types.EndOtherSessionsDocument,
    "\n  mutation ChangeOwnPassword($current_password: String!, $password: String!) {\n    own_password_update(current_password: $current_password, password: $password)\n  }\n": typeof types.ChangeOwnPasswordDocument,
    "\n  mutation ChangeOwnEmail($email_address: String!, $current_password: String) {\n    own_email_update(email_address: $email_address, current_password: $current_password) {\n      pending_email_address\n    }\n  }\n": typeof types.ChangeOwnEmailDocument,
    "\n  mutation CancelOwnEmail {\n    own_email_cancel {\n      pending_email_address\n    }\n  }\n": typeof types.CancelOwnEmailDocument,
    "\n  query PanelStatusIdea($id: ID!) {\n    suggestion(id: $id) {\n      id\n      title\n      status {\n        id\n        name\n      }\n      internal_status {\n        id\n        name\n      }\n    }\n  }\n": typeof types.PanelStatusIdeaDocument,
    "\n  query PanelPublicStatuses {\n    all_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n        is_default\n        default_html_text\n      }\n    }\n  }\n": typeof types.PanelPublicStatusesDocument,
    "\n  query PanelInternalStatuses {\n    all_internal_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_default\n        default_html_text\n      }\n    }\n  }\n": typeof types.PanelInternalStatusesDocument,
    "\n  query PanelStatusUpdate($id: ID!, $withFiles: Boolean!) {\n    status_update(id: $id) {\n      id\n      html_body\n      updated_at\n      changes_status\n      new_status {\n        id\n        name\n        hex_color\n      }\n      mailing {\n        id\n        state\n      }\n      attachments @include(if: $withFiles) {\n        ...AttachedFile\n      }\n    }\n  }\n": typeof types.PanelStatusUpdateDocument,
    "\n  query PanelInternalStatusUpdate($id: ID!, $withFiles: Boolean!) {\n    internal_status_update(id: $id) {\n      id\n      html_text\n      updated_at\n      new_internal_status {\n        id\n        name\n        hex_color\n      }\n      mailing {\n        id\n        state\n      }\n      attachments @include(if: $withFiles) {\n        ...AttachedFile\n      }\n    }\n  }\n": typeof types.PanelInternalStatusUpdateDocument,
    "\n  fragment SentMailing on Mailing {\n    id\n    state\n    expected_count\n    send_after\n    created_at\n  }\n": typeof types.SentMailingFragmentDoc,
    "\n  mutation PostStatus(\n    $links: StatusUpdateLinks!\n    $notifySupporters: Boolean\n    $htmlBody: String\n    $attachmentTokens: [String!]\n    $notificationEmailAddress: String\n    $fromEmail: String\n  ) {\n    status_update_create(\n      links: $links\n      notifySupporters: $notifySupporters\n      htmlBody: $htmlBody\n      attachmentTokens: $attachmentTokens\n      notificationEmailAddress: $notificationEmailAddress\n      fromEmail: $fromEmail\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n": typeof types.PostStatusDocument,
    "\n  mutation PostInternalStatus(\n    $links: InternalStatusUpdateLinks!\n    $notifySupporters: Boolean\n    $htmlText: String\n    $attachmentTokens: [String!]\n  ) {\n    internal_status_update_create(\n      links: $links\n      notifySupporters: $notifySupporters\n      htmlText: $htmlText\n      attachmentTokens: $attachmentTokens\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n": typeof types.PostInternalStatusDocument,
    "\n  mutation SaveStatusUpdate(\n    $id: ID!\n    $attachmentTokens: [String!]\n    $htmlBody: String\n    $if_updated_at: String\n  ) {\n    status_update_update(\n      id: $id\n      attachmentTokens: $attachmentTokens\n      htmlBody: $htmlBody\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": typeof types.SaveStatusUpdateDocument,
    "\n  mutation SaveInternalStatusUpdate(\n    $id: ID!\n    $attachmentTokens: [String!]\n    $htmlText: String\n    $if_updated_at: String\n  ) {\n    internal_status_update_update(\n      id: $id\n      attachmentTokens: $attachmentTokens\n      htmlText: $htmlText\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": typeof types.SaveInternalStatusUpdateDocument,
    "\n  query PanelMessageIdea($id: ID!) {\n    suggestion(id: $id) {\n      id\n      title\n    }\n  }\n": typeof types.PanelMessageIdeaDocument,
    "\n  mutation SendMessage(\n    $links: SupporterMessageLinks!\n    $body: String!\n    $emailSubject: String\n    $fromEmail: String\n    $notificationEmailAddress: String\n    $attachmentTokens: [String!]\n    $copiesReplies: Boolean\n  ) {\n    supporter_message_create(\n      links: $links\n      body: $body\n      emailSubject: $emailSubject\n      fromEmail: $fromEmail\n      notificationEmailAddress: $notificationEmailAddress\n      attachmentTokens: $attachmentTokens\n      copiesReplies: $copiesReplies\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n": typeof types.SendMessageDocument,
    "\n  mutation CallMailBack($id: ID!) {\n    mailing_call_back(id: $id) {\n      id\n      state\n    }\n  }\n": typeof types.CallMailBackDocument,
    "\n  query PanelMailSettings {\n    current_subdomain {\n      id\n      usual_from_address\n      automatic_reply_address\n      from_domain\n      from_domain_verified\n      takes_replies\n    }\n  }\n": typeof types.PanelMailSettingsDocument,
    "\n  fragment PreviewedRecipients on RecipientPreview {\n    recipients_count\n    recipients {\n      id\n      name\n      email_address\n    }\n    left_out_count\n    left_out {\n      reason\n      sentence\n      count\n      people {\n        id\n        name\n        email_address\n      }\n    }\n  }\n": typeof types.PreviewedRecipientsFragmentDoc,
    "\n  query RecipientPreview($suggestion: ID!, $kind: String!) {\n    recipient_preview(suggestion: $suggestion, kind: $kind) {\n      ...PreviewedRecipients\n    }\n  }\n": typeof types.RecipientPreviewDocument,
    "\n  query BulkStatusPreview($ids: [ID!], $status: ID, $internal_status: ID) {\n    bulk_status_preview(ids: $ids, status: $status, internal_status: $internal_status) {\n      changed_count\n      mails_count\n      people {\n        ...PreviewedRecipients\n      }\n    }\n  }\n": typeof types.BulkStatusPreviewDocument,
    "\n  mutation BulkStatus(\n    $ids: [ID!]\n    $status: ID\n    $internal_status: ID\n    $html_body: String\n    $notify_supporters: Boolean\n    $attachmentTokens: [String!]\n    $notificationEmailAddress: String\n    $fromEmail: String\n  ) {\n    suggestions_bulk_status(\n      ids: $ids\n      status: $status\n      internal_status: $internal_status\n      html_body: $html_body\n      notify_supporters: $notify_supporters\n      attachmentTokens: $attachmentTokens\n      notificationEmailAddress: $notificationEmailAddress\n      fromEmail: $fromEmail\n    ) {\n      changed_count\n      skipped_count\n      undo_id\n      mails_count\n      mails_wait_seconds\n    }\n  }\n": typeof types.BulkStatusDocument,
    "\n  mutation QuickCreateIdea($title: String!, $links: SuggestionLinks!, $creator: SuggestionCreator) {\n    suggestion_create(title: $title, links: $links, creator: $creator) {\n      ...IdeaSummary\n    }\n  }\n": typeof types.QuickCreateIdeaDocument,
    "\n  query DefaultForum {\n    current_subdomain {\n      id\n      default_forum {\n        id\n      }\n    }\n  }\n": typeof types.DefaultForumDocument,
    "\n  query PlaceForum($id: ID!) {\n    forum(id: $id) {\n      id\n      name\n      is_open\n      category_required\n    }\n  }\n": typeof types.PlaceForumDocument,
    "\n  mutation DeleteFeedback($id: ID!) {\n    feedback_record_delete(id: $id) {\n      id\n    }\n  }\n": typeof types.DeleteFeedbackDocument,
    "\n  mutation DeleteComment($id: ID!) {\n    comment_delete(id: $id) {\n      id\n    }\n  }\n": typeof types.DeleteCommentDocument,
    "\n  mutation MarkCommentAsSpam($id: ID!) {\n    comment_spam(id: $id) {\n      id\n    }\n  }\n": typeof types.MarkCommentAsSpamDocument,
    "\n  mutation DeleteIdea($id: ID!) {\n    suggestion_delete(id: $id) {\n      id\n    }\n  }\n": typeof types.DeleteIdeaDocument,
    "\n  mutation RestoreFeedback($id: ID!) {\n    feedback_record_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.RestoreFeedbackDocument,
    "\n  mutation RestoreComment($id: ID!) {\n    comment_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.RestoreCommentDocument,
    "\n  mutation RestoreIdea($id: ID!) {\n    suggestion_restore(id: $id) {\n      id\n    }\n  }\n": typeof types.RestoreIdeaDocument,
    "\n  fragment IdeaSummary on Suggestion {\n    id\n    title\n    excerpt\n    votes_count\n    supporter_revenue\n    status {\n      id\n      name\n      hex_color\n    }\n    forum {\n      id\n      name\n    }\n  }\n": typeof types.IdeaSummaryFragmentDoc,
    "\n  query SearchIdeas($q: String, $sort: String, $perPage: Int) {\n    suggestions(q: $q, sort: $sort, perPage: $perPage) {\n      records {\n        ...IdeaSummary\n      }\n    }\n  }\n": typeof types.SearchIdeasDocument,
    "\n  query IdeaPreview($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n      body\n      body_mime_type\n      state\n      created_at\n      comments_count\n      requests_count\n      supporting_accounts_count\n      category {\n        id\n        name\n      }\n      labels {\n        id\n        full_name\n      }\n      created_by {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n      }\n    }\n  }\n": typeof types.IdeaPreviewDocument,
    "\n  fragment PickedUser on User {\n    id\n    name\n    email_address\n    avatar_url\n    satisfaction_score\n    crm_account {\n      id\n      name\n    }\n  }\n": typeof types.PickedUserFragmentDoc,
    "\n  query SearchUsers($q: String, $sort: String) {\n    users(q: $q, perPage: 20, sort: $sort) {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n": typeof types.SearchUsersDocument,
    "\n  query SearchTeam($q: String) {\n    users(\n      q: $q\n      license_type: [\"owner\", \"full\", \"support\", \"contributor\"]\n      allowed_state: [\"allowed\"]\n      perPage: 100\n      sort: \"name\"\n    ) {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n": typeof types.SearchTeamDocument,
    "\n  mutation FindOrCreateUser($email: String!, $name: String!) {\n    users_find_or_create(email: $email, name: $name) {\n      ...PickedUser\n    }\n  }\n": typeof types.FindOrCreateUserDocument,
    "\n  query PickForums {\n    all_forums(sort: \"position\") {\n      records {\n        id\n        name\n        is_open\n        is_private\n        category_required\n      }\n    }\n  }\n": typeof types.PickForumsDocument,
    "\n  query PickCategories($forum: [ID!]) {\n    all_categories(forum: $forum, sort: \"position\") {\n      records {\n        id\n        name\n      }\n    }\n  }\n": typeof types.PickCategoriesDocument,
    "\n  query PickLabels($forum: [ID!]) {\n    all_labels(state: [\"active\"], forum: $forum, sort: \"full_name\") {\n      records {\n        id\n        name\n        full_name\n        level\n        parent_id\n      }\n    }\n  }\n": typeof types.PickLabelsDocument,
    "\n  mutation CreateLabel($name: String!, $parent_id: ID) {\n    label_create(name: $name, parent_id: $parent_id) {\n      id\n      name\n      full_name\n    }\n  }\n": typeof types.CreateLabelDocument,
    "\n  query PickStatuses {\n    all_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n      }\n    }\n  }\n": typeof types.PickStatusesDocument,
    "\n  query PickInternalStatuses {\n    all_internal_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n      }\n    }\n  }\n": typeof types.PickInternalStatusesDocument,
    "\n  query PickAccounts($q: String) {\n    external_accounts(q: $q, perPage: 50, sort: \"-revenue\") {\n      records {\n        id\n        name\n        revenue\n        users_count\n      }\n    }\n  }\n": typeof types.PickAccountsDocument,
    "\n  fragment AttachedFile on Attachment {\n    id\n    file_name\n    content_type\n    size_in_bytes\n    url\n    thumb_url\n    token\n  }\n": typeof types.AttachedFileFragmentDoc,
    "\n  query AttachmentsOf($suggestion: [ID!], $comment: [ID!], $feedback_record: [ID!], $perPage: Int) {\n    attachments(\n      suggestion: $suggestion\n      comment: $comment\n      feedback_record: $feedback_record\n      perPage: $perPage\n    ) {\n      records {\n        ...AttachedFile\n      }\n    }\n  }\n": typeof types.AttachmentsOfDocument,
    "\n  mutation DeleteAttachment($id: ID!) {\n    attachment_delete(id: $id) {\n      id\n    }\n  }\n": typeof types.DeleteAttachmentDocument,
    "\n  query SubscriptionStatus($suggestion: ID!, $user: ID!) {\n    user_subscription_status(suggestion: $suggestion, user: $user) {\n      subscribed\n      is_watching\n    }\n  }\n": typeof types.SubscriptionStatusDocument,
};
const documents: Documents = {
    "\n  query ConsoleViewer {\n    current_user {\n      id\n      display_name\n      email\n      core_admin\n      off_duty\n      other_subdomains {\n        host\n        admin_url\n      }\n    }\n    current_subdomain {\n      id\n      key\n      host\n      admin_url\n      portal_url\n      is_trialing\n      has_crm_configuration\n      prevent_email_notifications\n    }\n    notification_counts {\n      unseen\n    }\n  }\n": types.ConsoleViewerDocument,
    "\n  query MailSwitch {\n    current_subdomain {\n      id\n      prevent_email_notifications\n    }\n  }\n": types.MailSwitchDocument,
    "\n  query PaletteIdeas($q: String!, $perPage: Int!) {\n    suggestions(q: $q, perPage: $perPage, sort: \"search_order\") {\n      records {\n        id\n        title\n        forum {\n          name\n        }\n      }\n    }\n  }\n": types.PaletteIdeasDocument,
    "\n  query PanelIdea($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n    }\n  }\n": types.PanelIdeaDocument,
    "\n  query PanelFeedback($id: ID!) {\n    feedback_record(id: $id) {\n      id\n      body\n      body_mime_type\n      source_url\n      updated_at\n      user {\n        ...PickedUser\n      }\n      suggestion {\n        ...IdeaSummary\n      }\n    }\n  }\n": types.PanelFeedbackDocument,
    "\n  query PanelComment($id: ID!) {\n    comment(id: $id) {\n      id\n      body\n      body_mime_type\n      state\n      is_admin_comment\n      created_at\n      updated_at\n      created_by {\n        ...PickedUser\n      }\n      suggestion {\n        ...IdeaSummary\n        category {\n          id\n          name\n        }\n        forum {\n          id\n          name\n          is_open\n          category_required\n        }\n      }\n      converted_to_suggestion {\n        ...IdeaSummary\n      }\n    }\n  }\n": types.PanelCommentDocument,
    "\n  query PanelEditedIdea($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n      body\n      body_mime_type\n      created_at\n      updated_at\n      created_by {\n        ...PickedUser\n      }\n      category {\n        id\n        name\n      }\n      forum {\n        id\n        name\n        is_open\n        category_required\n      }\n    }\n  }\n": types.PanelEditedIdeaDocument,
    "\n  query SupportOf($suggestion: [ID!], $user: [ID!]) {\n    supporters(suggestion: $suggestion, user: $user, perPage: 1) {\n      records {\n        id\n        votes\n      }\n    }\n  }\n": types.SupportOfDocument,
    "\n  mutation CreateFeedback(\n    $body: String!\n    $bodyMimeType: String\n    $channel: String!\n    $links: FeedbackRecordLinks\n    $attachmentTokens: [String!]\n    $sourceUrl: String\n    $subscribe: Boolean\n  ) {\n    feedback_record_create(\n      body: $body\n      bodyMimeType: $bodyMimeType\n      channel: $channel\n      links: $links\n      attachmentTokens: $attachmentTokens\n      sourceUrl: $sourceUrl\n      subscribe: $subscribe\n    ) {\n      id\n    }\n  }\n": types.CreateFeedbackDocument,
    "\n  mutation UpdateFeedback(\n    $id: ID!\n    $body: String!\n    $links: FeedbackRecordLinks\n    $attachmentTokens: [String!]\n    $sourceUrl: String\n    $subscribe: Boolean\n    $if_updated_at: String\n  ) {\n    feedback_record_update(\n      id: $id\n      body: $body\n      links: $links\n      attachmentTokens: $attachmentTokens\n      sourceUrl: $sourceUrl\n      subscribe: $subscribe\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": types.UpdateFeedbackDocument,
    "\n  mutation UpdateComment(\n    $id: ID!\n    $body: String!\n    $attachment_tokens: [String!]\n    $links: CommentLinks\n    $subscribe: Boolean\n    $if_updated_at: String\n  ) {\n    comment_update(\n      id: $id\n      body: $body\n      attachment_tokens: $attachment_tokens\n      links: $links\n      subscribe: $subscribe\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": types.UpdateCommentDocument,
    "\n  mutation CreateIdea(\n    $title: String!\n    $body: String\n    $bodyMimeType: String\n    $links: SuggestionLinks!\n    $creator: SuggestionCreator\n    $attachmentTokens: [String!]\n    $subscribeCreator: Boolean\n    $conversionSourceType: String\n    $conversionSourceId: ID\n    $copySupporters: Boolean\n    $notifySourceSubscribers: Boolean\n  ) {\n    suggestion_create(\n      title: $title\n      body: $body\n      bodyMimeType: $bodyMimeType\n      links: $links\n      creator: $creator\n      attachmentTokens: $attachmentTokens\n      subscribeCreator: $subscribeCreator\n      conversionSourceType: $conversionSourceType\n      conversionSourceId: $conversionSourceId\n      copySupporters: $copySupporters\n      notifySourceSubscribers: $notifySourceSubscribers\n    ) {\n      id\n    }\n  }\n": types.CreateIdeaDocument,
    "\n  mutation UpdateIdea(\n    $id: ID!\n    $title: String\n    $body: String\n    $bodyMimeType: String\n    $creatorId: ID\n    $subscribe: Boolean\n    $links: SuggestionLinks\n    $attachmentTokens: [String!]\n    $if_updated_at: String\n  ) {\n    suggestion_update(\n      id: $id\n      title: $title\n      body: $body\n      bodyMimeType: $bodyMimeType\n      creatorId: $creatorId\n      subscribe: $subscribe\n      links: $links\n      attachmentTokens: $attachmentTokens\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": types.UpdateIdeaDocument,
    "\n  mutation AddVoter($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) {\n    suggestion_admin_subscribe(id: $id, user: $user, channel: $channel, subscribe: $subscribe) {\n      id\n    }\n  }\n": types.AddVoterDocument,
    "\n  mutation FlagIdea($suggestion: ID!, $reason: String!, $user: InternalFlagUser) {\n    internal_flag_create(suggestion: $suggestion, reason: $reason, user: $user) {\n      id\n    }\n  }\n": types.FlagIdeaDocument,
    "\n  query OwnExports($page: Int, $per_page: Int) {\n    exports(page: $page, per_page: $per_page) {\n      total_records\n      current_page\n      records {\n        id\n        collection\n        format\n        state\n        rows_expected\n        rows_written\n        problem\n        file_name\n        size_in_bytes\n        download_url\n        expires_at\n        finished_at\n        created_at\n      }\n    }\n  }\n": types.OwnExportsDocument,
    "\n  mutation CancelExport($id: ID!) {\n    export_cancel(id: $id) {\n      id\n      state\n    }\n  }\n": types.CancelExportDocument,
    "\n  query PersonCard($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      email_address\n      avatar_url\n      job_title\n      license_type\n      allowed_state\n      satisfaction_score\n      supported_suggestions_count\n      crm_account {\n        id\n        name\n      }\n    }\n  }\n": types.PersonCardDocument,
    "\n  mutation BlockPerson($id: ID!, $blocked: Boolean!) {\n    user_block(id: $id, blocked: $blocked) {\n      id\n      allowed_state\n    }\n  }\n": types.BlockPersonDocument,
    "\n  mutation MoveIdea($id: ID!, $links: SuggestionLinks, $if_updated_at: String) {\n    suggestion_update(id: $id, links: $links, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n": types.MoveIdeaDocument,
    "\n  mutation SetIdeaCustomField($id: ID!, $custom_field_map: [CustomFieldValueInput!], $if_updated_at: String) {\n    suggestion_update(id: $id, custom_field_map: $custom_field_map, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n": types.SetIdeaCustomFieldDocument,
    "\n  mutation AssignIdea($id: ID!, $assigned_owner: ID, $if_updated_at: String) {\n    suggestion_assign(id: $id, assigned_owner: $assigned_owner, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n": types.AssignIdeaDocument,
    "\n  mutation SetIdeaLabels($id: ID!, $add: [ID!], $remove: [ID!]) {\n    suggestion_labels_update(id: $id, add: $add, remove: $remove) {\n      id\n      updated_at\n    }\n  }\n": types.SetIdeaLabelsDocument,
    "\n  mutation CallIdeaMailBack($id: ID!) {\n    mailing_call_back(id: $id) {\n      id\n      state\n    }\n  }\n": types.CallIdeaMailBackDocument,
    "\n  mutation RemoveVoter($suggestion: ID!, $user: ID!) {\n    supporter_delete(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n": types.RemoveVoterDocument,
    "\n  mutation BringVoterBack($suggestion: ID!, $user: ID!) {\n    supporter_restore(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n": types.BringVoterBackDocument,
    "\n  mutation AddStaffComment($links: CommentCreateLinks!, $body: String!, $attachment_tokens: [String!]) {\n    comment_create(links: $links, body: $body, attachment_tokens: $attachment_tokens) {\n      id\n    }\n  }\n": types.AddStaffCommentDocument,
    "\n  fragment AccountInterest on ExternalAccount {\n    id\n    name\n    plan\n    revenue\n    supporters_count\n  }\n": types.AccountInterestFragmentDoc,
    "\n  fragment ShownFile on Attachment {\n    id\n    file_name\n    content_type\n    size_in_bytes\n    url\n    thumb_url\n  }\n": types.ShownFileFragmentDoc,
    "\n  fragment IdeaField on CustomField {\n    id\n    key\n    name\n    combined_type\n    string_enum_values {\n      id\n      label\n    }\n    numeric_enum_values {\n      id\n      label\n      numeric_value\n    }\n  }\n": types.IdeaFieldFragmentDoc,
    "\n  query IdeaDetails(\n    $id: ID!\n    $ids: [ID!]\n    $withFields: Boolean!\n    $withFiles: Boolean!\n    $files: Int\n    $accounts: Int\n    $accountSort: String\n  ) {\n    suggestion(id: $id) {\n      id\n      title\n      body\n      body_mime_type\n      state\n      channel\n      is_dated\n      source_url\n      source_votes_count\n      votes_count\n      supporters_count\n      supporting_accounts_count\n      supporter_revenue\n      comments_count\n      requests_count\n      notes_count\n      internal_flags_count\n      merge_candidates_count\n      unmergeable\n      created_at\n      updated_at\n      custom_field_map {\n        key\n        value\n      }\n      status {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n      }\n      internal_status {\n        id\n        name\n        hex_color\n      }\n      assigned_owner {\n        id\n        name\n        avatar_url\n        satisfaction_score\n      }\n      forum {\n        id\n        name\n        is_open\n        category_required\n      }\n      category {\n        id\n        name\n      }\n      labels {\n        id\n        full_name\n      }\n      created_by {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n        allowed_state\n        crm_account {\n          id\n          name\n        }\n      }\n      captured_by {\n        id\n        name\n        avatar_url\n        satisfaction_score\n      }\n      merged_into {\n        id\n        title\n      }\n      split_from {\n        id\n        title\n      }\n      split_suggestions {\n        id\n        title\n      }\n      converted_from_comment {\n        id\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n    external_accounts(suggestion: $ids, per_page: $accounts, sort: $accountSort) {\n      records {\n        ...AccountInterest\n      }\n    }\n    attachments(suggestion: $ids, per_page: $files) @include(if: $withFiles) {\n      records {\n        ...ShownFile\n      }\n    }\n    all_custom_fields(object_type: [\"suggestion\"], sort: \"id\") @include(if: $withFields) {\n      records {\n        ...IdeaField\n      }\n    }\n  }\n": types.IdeaDetailsDocument,
    "\n  query IdeaCustomFields {\n    all_custom_fields(object_type: [\"suggestion\"], sort: \"id\") {\n      records {\n        ...IdeaField\n      }\n    }\n  }\n": types.IdeaCustomFieldsDocument,
    "\n  query IdeaActivity($suggestion: [ID!], $kind: [String!], $page: Int, $per_page: Int) {\n    activity_entries(\n      suggestion: $suggestion\n      kind: $kind\n      page: $page\n      per_page: $per_page\n      without_replies: true\n    ) {\n      records {\n        id\n        kind\n        details\n        created_at\n        user {\n          ...FeedPerson\n        }\n        comment {\n          id\n          body\n          body_mime_type\n          state\n          is_admin_comment\n          created_by {\n            ...FeedPerson\n          }\n          converted_to_suggestion {\n            id\n            title\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        feedback_record {\n          id\n          body\n          body_mime_type\n          source_url\n          source_title\n          severity\n          user {\n            ...FeedPerson\n            crm_account {\n              id\n              name\n            }\n          }\n          captured_by {\n            ...FeedPerson\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        note {\n          id\n          body\n          body_mime_type\n          reply_count\n          editable\n          deletable\n          created_at\n          updated_at\n          created_by {\n            ...FeedPerson\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        internal_flag {\n          id\n          reason\n          cleared_message\n          user {\n            id\n            name\n          }\n        }\n        status_update {\n          id\n          html_body\n          supporters_notified\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          thumbs_up_count\n          thumbs_down_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          changes_status\n          new_status {\n            id\n            name\n            hex_color\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        internal_status_update {\n          id\n          html_text\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          thumbs_up_count\n          thumbs_down_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          new_internal_status {\n            id\n            name\n            hex_color\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        supporter_message {\n          id\n          body\n          email_subject\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        related_suggestion {\n          id\n          title\n        }\n      }\n    }\n  }\n": types.IdeaActivityDocument,
    "\n  fragment FeedMailing on Mailing {\n    id\n    state\n    send_after\n    expected_count\n    sent_count\n    outbox_count\n    failed_count\n    unknown_count\n    left_out_count\n  }\n": types.FeedMailingFragmentDoc,
    "\n  fragment FeedPerson on User {\n    id\n    name\n    avatar_url\n    satisfaction_score\n    allowed_state\n  }\n": types.FeedPersonFragmentDoc,
    "\n  query IdeaMailing($id: ID!) {\n    mailing(id: $id) {\n      ...FeedMailing\n    }\n  }\n": types.IdeaMailingDocument,
    "\n  query MailFailures($mailing: [ID!], $state: [String!], $page: Int, $per_page: Int) {\n    deliveries(mailing: $mailing, state: $state, page: $page, per_page: $per_page) {\n      total_records\n      records {\n        id\n        email_address\n        state\n        reason\n        user {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.MailFailuresDocument,
    "\n  query MailReplies(\n    $supporter_message: [ID!]\n    $status_update: [ID!]\n    $internal_status_update: [ID!]\n    $page: Int\n    $per_page: Int\n  ) {\n    messages(\n      supporter_message: $supporter_message\n      status_update: $status_update\n      internal_status_update: $internal_status_update\n      page: $page\n      per_page: $per_page\n    ) {\n      records {\n        id\n        body\n        from_email\n        created_at\n        created_by {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.MailRepliesDocument,
    "\n  query IdeaVoters($suggestion: [ID!], $q: String, $page: Int, $per_page: Int) {\n    supporters(suggestion: $suggestion, q: $q, page: $page, per_page: $per_page) {\n      total_records\n      records {\n        id\n        votes\n        subscribed\n        created_at\n        user {\n          id\n          name\n          email_address\n          avatar_url\n          satisfaction_score\n          crm_account {\n            id\n            name\n            revenue\n          }\n        }\n      }\n    }\n  }\n": types.IdeaVotersDocument,
    "\n  query IdeaAccounts($suggestion: [ID!], $page: Int, $per_page: Int, $sort: String) {\n    external_accounts(suggestion: $suggestion, page: $page, per_page: $per_page, sort: $sort) {\n      total_records\n      records {\n        ...AccountInterest\n        users_count\n      }\n    }\n  }\n": types.IdeaAccountsDocument,
    "\n  mutation AddNote(\n    $suggestion: ID\n    $note: ID\n    $body: String!\n    $body_mime_type: String\n    $attachment_tokens: [String!]\n  ) {\n    note_create(\n      suggestion: $suggestion\n      note: $note\n      body: $body\n      body_mime_type: $body_mime_type\n      attachment_tokens: $attachment_tokens\n    ) {\n      id\n    }\n  }\n": types.AddNoteDocument,
    "\n  mutation SaveNote($id: ID!, $body: String!, $body_mime_type: String, $if_updated_at: String) {\n    note_update(id: $id, body: $body, body_mime_type: $body_mime_type, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n": types.SaveNoteDocument,
    "\n  mutation DeleteNote($id: ID!) {\n    note_delete(id: $id) {\n      id\n    }\n  }\n": types.DeleteNoteDocument,
    "\n  mutation RestoreNote($id: ID!) {\n    note_restore(id: $id) {\n      id\n    }\n  }\n": types.RestoreNoteDocument,
    "\n  query NoteReplies($note: [ID!]) {\n    notes(note: $note, sort: \"created_at\", per_page: 100) {\n      records {\n        id\n        body\n        body_mime_type\n        reply_count\n        editable\n        deletable\n        created_at\n        updated_at\n        created_by {\n          ...FeedPerson\n        }\n        attachments {\n          ...ShownFile\n        }\n      }\n    }\n  }\n": types.NoteRepliesDocument,
    "\n  query NoteThread($id: ID!) {\n    note(id: $id) {\n      id\n      parent {\n        id\n      }\n      suggestion {\n        id\n      }\n    }\n  }\n": types.NoteThreadDocument,
    "\n  query MentionCandidates($q: String) {\n    users(q: $q, sees_ideas: true, per_page: 8, sort: \"name\") {\n      records {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n      }\n    }\n  }\n": types.MentionCandidatesDocument,
    "\n  query IdeaFlags($suggestion: [ID!]) {\n    internal_flags(suggestion: $suggestion, open: true, per_page: 100) {\n      records {\n        id\n        reason\n        created_at\n        created_by {\n          id\n          name\n        }\n        user {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.IdeaFlagsDocument,
    "\n  mutation ClearFlag($id: ID!, $message: String) {\n    internal_flag_clear(id: $id, message: $message) {\n      id\n      cleared_at\n    }\n  }\n": types.ClearFlagDocument,
    "\n  query BulkLabelStates($ids: [ID!]) {\n    label_to_suggestion_states(include_ids: $ids) {\n      label_id\n      state\n    }\n  }\n": types.BulkLabelStatesDocument,
    "\n  mutation BulkLabel($ids: [ID!], $add: [ID!], $remove: [ID!]) {\n    suggestions_bulk_label(ids: $ids, add: $add, remove: $remove) {\n      changed_count\n      undo_id\n    }\n  }\n": types.BulkLabelDocument,
    "\n  mutation BulkAssign($ids: [ID!], $assigned_owner: ID) {\n    suggestions_bulk_assign(ids: $ids, assigned_owner: $assigned_owner) {\n      changed_count\n      undo_id\n    }\n  }\n": types.BulkAssignDocument,
    "\n  mutation BulkForum($ids: [ID!], $forum: ID!, $category: ID) {\n    suggestions_bulk_forum(ids: $ids, forum: $forum, category: $category) {\n      changed_count\n      skipped_count\n      undo_id\n    }\n  }\n": types.BulkForumDocument,
    "\n  mutation BulkDelete($ids: [ID!]) {\n    suggestions_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.BulkDeleteDocument,
    "\n  mutation BulkUndo($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n    }\n  }\n": types.BulkUndoDocument,
    "\n  query IdeaFilterNames(\n    $forum: [ID!]\n    $category: [ID!]\n    $label: [ID!]\n    $status: [ID!]\n    $internal_status: [ID!]\n    $user: [ID!]\n    $account: [ID!]\n    $with_forum: Boolean!\n    $with_category: Boolean!\n    $with_label: Boolean!\n    $with_status: Boolean!\n    $with_internal_status: Boolean!\n    $with_user: Boolean!\n    $with_account: Boolean!\n  ) {\n    forums(id: $forum, bulk_per_page: 200) @include(if: $with_forum) {\n      records {\n        id\n        name\n      }\n    }\n    categories(id: $category, bulk_per_page: 200) @include(if: $with_category) {\n      records {\n        id\n        name\n      }\n    }\n    labels(id: $label, bulk_per_page: 200) @include(if: $with_label) {\n      records {\n        id\n        full_name\n      }\n    }\n    statuses(id: $status, bulk_per_page: 200) @include(if: $with_status) {\n      records {\n        id\n        name\n      }\n    }\n    internal_statuses(id: $internal_status, bulk_per_page: 200) @include(if: $with_internal_status) {\n      records {\n        id\n        name\n      }\n    }\n    users(id: $user, bulk_per_page: 200) @include(if: $with_user) {\n      records {\n        id\n        name\n      }\n    }\n    external_accounts(id: $account, bulk_per_page: 200) @include(if: $with_account) {\n      records {\n        id\n        name\n      }\n    }\n  }\n": types.IdeaFilterNamesDocument,
    "\n  query IdeasTable(\n    $q: String\n    $page: Int\n    $per_page: Int\n    $bulk_per_page: Int\n    $sort: String\n    $id: [ID!]\n    $forum: [ID!]\n    $category: [ID!]\n    $category_none: Boolean\n    $label: [ID!]\n    $label_none: Boolean\n    $status: [ID!]\n    $status_none: Boolean\n    $internal_status: [ID!]\n    $internal_status_none: Boolean\n    $assigned_owner: [ID!]\n    $assigned_owner_none: Boolean\n    $creator: [ID!]\n    $supporter: [ID!]\n    $external_account: [ID!]\n    $state: [String!]\n    $created_after: String\n    $no_support_since: String\n    $has_response: Boolean\n    $has_internal_flag: Boolean\n  ) {\n    suggestions(\n      q: $q\n      page: $page\n      per_page: $per_page\n      bulk_per_page: $bulk_per_page\n      sort: $sort\n      id: $id\n      forum: $forum\n      category: $category\n      category_none: $category_none\n      label: $label\n      label_none: $label_none\n      status: $status\n      status_none: $status_none\n      internal_status: $internal_status\n      internal_status_none: $internal_status_none\n      assigned_owner: $assigned_owner\n      assigned_owner_none: $assigned_owner_none\n      creator: $creator\n      supporter: $supporter\n      external_account: $external_account\n      state: $state\n      created_after: $created_after\n      no_support_since: $no_support_since\n      has_response: $has_response\n      has_internal_flag: $has_internal_flag\n    ) {\n      total_records\n      total_is_capped\n      current_page\n      records {\n        id\n        title\n        excerpt\n        state\n        is_dated\n        votes_count\n        comments_count\n        requests_count\n        supporting_accounts_count\n        supporter_revenue\n        weekly_votes\n        last_activity_at\n        created_at\n        status {\n          id\n          name\n          hex_color\n        }\n        internal_status {\n          id\n          name\n          hex_color\n        }\n        forum {\n          id\n          name\n        }\n        category {\n          id\n          name\n        }\n        labels {\n          id\n          name\n          full_name\n        }\n        assigned_owner {\n          id\n          name\n          avatar_url\n          satisfaction_score\n        }\n        created_by {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.IdeasTableDocument,
    "\n  query ExistingIdeas($id: [ID!]) {\n    suggestions(id: $id, bulk_per_page: 500) {\n      records {\n        id\n      }\n    }\n  }\n": types.ExistingIdeasDocument,
    "\n  query UndoEntries {\n    undo_entries {\n      id\n      command\n      undo_with\n      objects_count\n      record_id\n      user_id\n      title\n      person\n      has_sent_mail\n      created_at\n    }\n  }\n": types.UndoEntriesDocument,
    "\n  mutation TakeBulkBack($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n      skipped_count\n    }\n  }\n": types.TakeBulkBackDocument,
    "\n  mutation TakeIdeaBack($id: ID!) {\n    suggestion_restore(id: $id) {\n      id\n    }\n  }\n": types.TakeIdeaBackDocument,
    "\n  mutation TakeCommentBack($id: ID!) {\n    comment_restore(id: $id) {\n      id\n    }\n  }\n": types.TakeCommentBackDocument,
    "\n  mutation TakeFeedbackBack($id: ID!) {\n    feedback_record_restore(id: $id) {\n      id\n    }\n  }\n": types.TakeFeedbackBackDocument,
    "\n  mutation TakeNoteBack($id: ID!) {\n    note_restore(id: $id) {\n      id\n    }\n  }\n": types.TakeNoteBackDocument,
    "\n  mutation TakeVoteBack($suggestion: ID!, $user: ID!) {\n    supporter_restore(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n": types.TakeVoteBackDocument,
    "\n  query IdeasToMerge($ids: [ID!], $perPage: Int) {\n    suggestions(id: $ids, perPage: $perPage) {\n      records {\n        ...IdeaSummary\n        state\n        supporters_count\n        comments_count\n        requests_count\n        merge_candidates_count\n        created_at\n      }\n    }\n  }\n": types.IdeasToMergeDocument,
    "\n  query MergeCandidates($ids: [ID!], $perPage: Int) {\n    merge_candidates(suggestion: $ids, perPage: $perPage) {\n      records {\n        id\n        reason\n        suggestion {\n          ...IdeaSummary\n        }\n        other_suggestion {\n          ...IdeaSummary\n        }\n      }\n    }\n  }\n": types.MergeCandidatesDocument,
    "\n  query MergePreview($winner: ID!, $losers: [ID!]!) {\n    merge_preview(winner: $winner, losers: $losers) {\n      supporters_before\n      supporters_moving\n      supporters_common\n      supporters_after\n      comments_count\n      feedback_records_count\n      labels_added\n      labels_left\n      stays_count\n    }\n  }\n": types.MergePreviewDocument,
    "\n  mutation MergeIdeas($winner: ID!, $losers: [ID!]!) {\n    suggestion_merge(winner: $winner, losers: $losers) {\n      id\n      title\n    }\n  }\n": types.MergeIdeasDocument,
    "\n  mutation UnmergeIdeas($ids: [ID!]!) {\n    suggestion_unmerge(ids: $ids) {\n      id\n      title\n    }\n  }\n": types.UnmergeIdeasDocument,
    "\n  mutation DismissMergeCandidate($suggestion: ID!, $other_suggestion: ID!, $dismissed: Boolean) {\n    merge_candidate_dismiss(\n      suggestion: $suggestion\n      other_suggestion: $other_suggestion\n      dismissed: $dismissed\n    ) {\n      id\n    }\n  }\n": types.DismissMergeCandidateDocument,
    "\n  query BlockedPeople($page: Int, $per_page: Int) {\n    users(allowed_state: [\"blocked\"], page: $page, per_page: $per_page, sort: \"name\") {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n": types.BlockedPeopleDocument,
    "\n  fragment ReviewAuthor on User {\n    id\n    name\n    avatar_url\n    satisfaction_score\n    allowed_state\n  }\n": types.ReviewAuthorFragmentDoc,
    "\n  query ReviewIdeas($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {\n    suggestions(\n      needs_review: $needs_review\n      spam: $spam\n      page: $page\n      per_page: $per_page\n      sort: \"-created_at\"\n    ) {\n      total_records\n      records {\n        id\n        title\n        body\n        body_mime_type\n        state\n        inappropriate_flags_count\n        created_at\n        created_by {\n          ...ReviewAuthor\n        }\n        forum {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.ReviewIdeasDocument,
    "\n  query ReviewComments($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {\n    comments(\n      needs_review: $needs_review\n      spam: $spam\n      page: $page\n      per_page: $per_page\n      sort: \"-created_at\"\n    ) {\n      total_records\n      records {\n        id\n        body\n        body_mime_type\n        state\n        inappropriate_flags_count\n        created_at\n        created_by {\n          ...ReviewAuthor\n        }\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n  }\n": types.ReviewCommentsDocument,
    "\n  mutation ApproveIdeas($ids: [ID!]) {\n    done: suggestions_bulk_approve(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.ApproveIdeasDocument,
    "\n  mutation SpamIdeas($ids: [ID!]) {\n    done: suggestions_bulk_spam(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.SpamIdeasDocument,
    "\n  mutation DeleteHeldIdeas($ids: [ID!]) {\n    done: suggestions_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.DeleteHeldIdeasDocument,
    "\n  mutation ApproveComments($ids: [ID!]!) {\n    done: comments_bulk_approve(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.ApproveCommentsDocument,
    "\n  mutation SpamComments($ids: [ID!]!) {\n    done: comments_bulk_spam(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.SpamCommentsDocument,
    "\n  mutation DeleteHeldComments($ids: [ID!]!) {\n    done: comments_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n": types.DeleteHeldCommentsDocument,
    "\n  mutation UndoModeration($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n    }\n  }\n": types.UndoModerationDocument,
    "\n  query ReviewCounts {\n    suggestions(needs_review: true, per_page: 1) {\n      total_records\n    }\n    comments(needs_review: true, per_page: 1) {\n      total_records\n    }\n    current_subdomain {\n      id\n      moderation_enabled\n    }\n    all_forums {\n      records {\n        id\n        moderation_enabled\n      }\n    }\n  }\n": types.ReviewCountsDocument,
    "\n  query InsightFigures($period_start: String) {\n    report_key_figures(period_start: $period_start) {\n      period_start\n      period_end\n      ideas {\n        count\n        before\n      }\n      votes {\n        count\n        before\n      }\n      comments {\n        count\n        before\n      }\n      feedback_records {\n        count\n        before\n      }\n      open_ideas_count\n      accounts_count\n      accounts_revenue\n    }\n  }\n": types.InsightFiguresDocument,
    "\n  query InsightStatuses {\n    report_top_statuses {\n      status_id\n      status_name\n      hex_color\n      idea_count\n    }\n  }\n": types.InsightStatusesDocument,
    "\n  query InsightForums($categories: Boolean, $active_only: Boolean, $round_period: Boolean) {\n    per_forum_activity(categories: $categories, active_only: $active_only, round_period: $round_period) {\n      period_start\n      period_end\n      total_ideas\n      total_votes\n      total_comments\n      total_feedback_records\n      total_notes\n      forums {\n        forum_id\n        forum_name\n        category_id\n        category_name\n        total_ideas\n        total_votes\n        total_comments\n        total_feedback_records\n        total_notes\n      }\n    }\n  }\n": types.InsightForumsDocument,
    "\n  query InsightTopIdeas($period_start: String, $sort: String, $per_page: Int) {\n    suggestions(\n      activity: [\"votes\", \"comments\", \"feedback_records\"]\n      period_start: $period_start\n      sort: $sort\n      per_page: $per_page\n    ) {\n      records {\n        id\n        title\n        votes_count\n        supporter_revenue\n        supporting_accounts_count\n        importance_high_count\n        weekly_votes\n        status {\n          id\n          name\n          hex_color\n        }\n        forum {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.InsightTopIdeasDocument,
    "\n  query Notifications($page: Int, $per_page: Int, $event: [String!], $seen: Boolean) {\n    notifications(page: $page, per_page: $per_page, event: $event, seen: $seen) {\n      total_records\n      records {\n        id\n        event\n        seen\n        clicked\n        related_notifications_count\n        created_at\n        user {\n          id\n        }\n        subject_user {\n          name\n          email_address\n          avatar_url\n          satisfaction_score\n        }\n        suggestion {\n          id\n          title\n        }\n        bulk_action {\n          id\n          objects_changed\n        }\n        note {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        supporter_message {\n          id\n          email_subject\n          suggestion {\n            id\n            title\n          }\n        }\n        status_update {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        internal_status_update {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        comm_thread {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n      }\n    }\n  }\n": types.NotificationsDocument,
    "\n  mutation NotificationsSeen($ids: [ID!]!) {\n    notifications_seen(ids: $ids) {\n      id\n      seen\n    }\n  }\n": types.NotificationsSeenDocument,
    "\n  mutation NotificationClicked($id: ID!) {\n    notification_clicked(id: $id) {\n      id\n      clicked\n    }\n  }\n": types.NotificationClickedDocument,
    "\n  query NotificationCounts {\n    notification_counts {\n      unseen\n    }\n  }\n": types.NotificationCountsDocument,
    "\n  query NotificationSettings {\n    notification_settings {\n      digest\n      preferences {\n        event\n        by_mail\n      }\n    }\n  }\n": types.NotificationSettingsDocument,
    "\n  mutation UpdateNotificationSettings($digest: String, $preferences: [NotificationPreferenceInput!]) {\n    notification_settings_update(digest: $digest, preferences: $preferences) {\n      digest\n      preferences {\n        event\n        by_mail\n      }\n    }\n  }\n": types.UpdateNotificationSettingsDocument,
    "\n  query SettingsJobs {\n    dead_jobs {\n      id\n      task\n      description\n      about\n      problem\n      tries\n      asked_at\n      died_at\n    }\n    scheduled_jobs {\n      task\n      description\n      next_at\n      last_at\n    }\n  }\n": types.SettingsJobsDocument,
    "\n  mutation RetryDeadJob($id: String!) {\n    dead_job_retry(id: $id)\n  }\n": types.RetryDeadJobDocument,
    "\n  mutation RemoveDeadJob($id: String!) {\n    dead_job_remove(id: $id)\n  }\n": types.RemoveDeadJobDocument,
    "\n  mutation CreateForum(\n    $name: String!\n    $state: String\n    $prompt: String\n    $placeholder: String\n    $welcome_message: String\n    $logo_url: String\n    $default_locale: String\n    $default_sort: String\n    $category_required: Boolean\n    $classic_voting: Boolean\n    $votes_allowed: Int\n    $importance_enabled: Boolean\n    $moderation_enabled: Boolean\n    $allow_requests: Boolean\n    $is_private: Boolean\n    $authorization_operator: String\n    $allow_sso_user_by_default: Boolean\n    $allow_by_ip: Boolean\n    $allow_by_email_domain: Boolean\n    $access_denied_message: String\n    $access_ips: [String!]\n    $access_email_domains: [String!]\n    $categories: [ForumCategoryInput!]\n  ) {\n    forum_create(\n      name: $name\n      state: $state\n      prompt: $prompt\n      placeholder: $placeholder\n      welcome_message: $welcome_message\n      logo_url: $logo_url\n      default_locale: $default_locale\n      default_sort: $default_sort\n      category_required: $category_required\n      classic_voting: $classic_voting\n      votes_allowed: $votes_allowed\n      importance_enabled: $importance_enabled\n      moderation_enabled: $moderation_enabled\n      allow_requests: $allow_requests\n      is_private: $is_private\n      authorization_operator: $authorization_operator\n      allow_sso_user_by_default: $allow_sso_user_by_default\n      allow_by_ip: $allow_by_ip\n      allow_by_email_domain: $allow_by_email_domain\n      access_denied_message: $access_denied_message\n      access_ips: $access_ips\n      access_email_domains: $access_email_domains\n      categories: $categories\n    ) {\n      id\n    }\n  }\n": types.CreateForumDocument,
    "\n  mutation UpdateForum(\n    $id: ID!\n    $if_updated_at: String\n    $name: String\n    $state: String\n    $prompt: String\n    $placeholder: String\n    $welcome_message: String\n    $logo_url: String\n    $default_locale: String\n    $default_sort: String\n    $category_required: Boolean\n    $classic_voting: Boolean\n    $votes_allowed: Int\n    $importance_enabled: Boolean\n    $moderation_enabled: Boolean\n    $allow_requests: Boolean\n    $is_private: Boolean\n    $authorization_operator: String\n    $allow_sso_user_by_default: Boolean\n    $allow_by_ip: Boolean\n    $allow_by_email_domain: Boolean\n    $access_denied_message: String\n    $access_ips: [String!]\n    $access_email_domains: [String!]\n    $categories: [ForumCategoryInput!]\n  ) {\n    forum_update(\n      id: $id\n      if_updated_at: $if_updated_at\n      name: $name\n      state: $state\n      prompt: $prompt\n      placeholder: $placeholder\n      welcome_message: $welcome_message\n      logo_url: $logo_url\n      default_locale: $default_locale\n      default_sort: $default_sort\n      category_required: $category_required\n      classic_voting: $classic_voting\n      votes_allowed: $votes_allowed\n      importance_enabled: $importance_enabled\n      moderation_enabled: $moderation_enabled\n      allow_requests: $allow_requests\n      is_private: $is_private\n      authorization_operator: $authorization_operator\n      allow_sso_user_by_default: $allow_sso_user_by_default\n      allow_by_ip: $allow_by_ip\n      allow_by_email_domain: $allow_by_email_domain\n      access_denied_message: $access_denied_message\n      access_ips: $access_ips\n      access_email_domains: $access_email_domains\n      categories: $categories\n    ) {\n      id\n    }\n  }\n": types.UpdateForumDocument,
    "\n  mutation SetForumState($id: ID!, $state: String) {\n    forum_update(id: $id, state: $state) {\n      id\n    }\n  }\n": types.SetForumStateDocument,
    "\n  mutation DeleteForum($id: ID!, $target_forum: ID) {\n    forum_delete(id: $id, target_forum: $target_forum) {\n      id\n    }\n  }\n": types.DeleteForumDocument,
    "\n  mutation ReorderForums($forum_ids: [ID!]!) {\n    forum_reorder(forum_ids: $forum_ids) {\n      id\n    }\n  }\n": types.ReorderForumsDocument,
    "\n  mutation SetDefaultForum($default_forum: ID) {\n    subdomain_update(default_forum: $default_forum) {\n      id\n    }\n  }\n": types.SetDefaultForumDocument,
    "\n  query SettingsForums {\n    all_forums(sort: \"position\") {\n      records {\n        id\n        name\n        is_open\n        is_private\n        moderation_enabled\n        categories_count\n        suggestions_count\n        open_suggestions_count\n        position\n        updated_at\n      }\n    }\n    current_subdomain {\n      id\n      moderation_enabled\n      default_forum {\n        id\n      }\n    }\n  }\n": types.SettingsForumsDocument,
    "\n  query SettingsForum($id: ID!) {\n    forum(id: $id) {\n      id\n      name\n      is_open\n      prompt\n      placeholder\n      welcome_message\n      logo_url\n      default_locale\n      default_sort\n      category_required\n      classic_voting\n      votes_allowed\n      importance_enabled\n      moderation_enabled\n      allow_requests\n      is_private\n      authorization_operator\n      allow_sso_user_by_default\n      allow_by_ip\n      allow_by_email_domain\n      access_denied_message\n      access_ips {\n        id\n        ip\n      }\n      access_email_domains {\n        id\n        domain\n      }\n      categories {\n        id\n        name\n        open_suggestions_count\n      }\n      updated_at\n    }\n  }\n": types.SettingsForumDocument,
    "\n  query SettingsLanguages {\n    languages {\n      locale\n      localized_name\n    }\n  }\n": types.SettingsLanguagesDocument,
    "\n  mutation RenameLabel($id: ID!, $name: String, $if_updated_at: String) {\n    label_update(id: $id, name: $name, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n": types.RenameLabelDocument,
    "\n  mutation MoveLabel($id: ID!, $parent_id: ID, $if_updated_at: String) {\n    label_update(id: $id, parent_id: $parent_id, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n": types.MoveLabelDocument,
    "\n  mutation SetLabelState($id: ID!, $state: String) {\n    label_update(id: $id, state: $state) {\n      id\n    }\n  }\n": types.SetLabelStateDocument,
    "\n  mutation LimitLabel($label_id: ID!, $forum_ids: [ID!]!) {\n    label_forum_change(label_id: $label_id, forum_ids: $forum_ids) {\n      label_id\n      unlinked_count\n    }\n  }\n": types.LimitLabelDocument,
    "\n  mutation DeleteLabel($id: ID!) {\n    label_delete(id: $id) {\n      id\n    }\n  }\n": types.DeleteLabelDocument,
    "\n  query SettingsLabels {\n    all_labels(sort: \"full_name\") {\n      records {\n        id\n        name\n        full_name\n        level\n        state\n        parent_id\n        forum_ids\n        open_suggestions_count\n        updated_at\n      }\n    }\n  }\n": types.SettingsLabelsDocument,
    "\n  query LabelCarriers($label: [ID!], $forum: [ID!], $state: [String!], $per_page: Int) {\n    suggestions(label: $label, forum: $forum, state: $state, per_page: $per_page, sort: \"id\") {\n      total_records\n      records {\n        id\n        title\n      }\n    }\n  }\n": types.LabelCarriersDocument,
    "\n  query SettingsMail($q: String) {\n    mail_state(q: $q) {\n      delivery\n      relay\n      mail_domain\n      takes_replies\n      is_off_by_account\n      held_since\n      waiting_count\n      outbox_count\n      suppressions_count\n      suppressions {\n        email_address\n        reason\n        details\n        created_by_name\n        can_remove\n        created_at\n      }\n    }\n    current_subdomain {\n      id\n      from_domain\n      from_domain_verified\n      usual_from_address\n      automatic_reply_address\n      prevent_email_notifications\n      mail_tracking\n    }\n  }\n": types.SettingsMailDocument,
    "\n  query SettingsMailings {\n    mailings(per_page: 20) {\n      records {\n        id\n        kind\n        state\n        subject\n        expected_count\n        sent_count\n        outbox_count\n        failed_count\n        unknown_count\n        created_at\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n    outbox_mails {\n      id\n      to\n      subject\n      preview\n      created_at\n    }\n  }\n": types.SettingsMailingsDocument,
    "\n  query SettingsMailFailures($mailing: [ID!]) {\n    deliveries(mailing: $mailing, state: [\"failed\", \"unknown\"], per_page: 100) {\n      records {\n        id\n        email_address\n        state\n        reason\n      }\n    }\n  }\n": types.SettingsMailFailuresDocument,
    "\n  query CheckMail {\n    mail_check {\n      step\n      state\n      sentence\n    }\n  }\n": types.CheckMailDocument,
    "\n  mutation SaveMailSwitches($prevent_email_notifications: Boolean, $mail_tracking: Boolean) {\n    subdomain_update(\n      prevent_email_notifications: $prevent_email_notifications\n      mail_tracking: $mail_tracking\n    ) {\n      id\n    }\n  }\n": types.SaveMailSwitchesDocument,
    "\n  mutation AddMailSuppression($email_address: String!, $details: String) {\n    mail_suppression_create(email_address: $email_address, details: $details)\n  }\n": types.AddMailSuppressionDocument,
    "\n  mutation RemoveMailSuppression($email_address: String!) {\n    mail_suppression_delete(email_address: $email_address)\n  }\n": types.RemoveMailSuppressionDocument,
    "\n  query OwnProfile {\n    own_profile {\n      email_address\n      email_confirmed\n      pending_email_address\n      pending_email_until\n      has_password\n    }\n    own_sessions {\n      id\n      browser\n      network\n      created_at\n      last_used_at\n      is_current\n    }\n  }\n": types.OwnProfileDocument,
    "\n  mutation EndOwnSession($id: ID!) {\n    own_session_end(id: $id)\n  }\n": types.EndOwnSessionDocument,
    "\n  mutation EndOtherSessions {\n    own_sessions_end_others\n  }\n": types.EndOtherSessionsDocument,
    "\n  mutation ChangeOwnPassword($current_password: String!, $password: String!) {\n    own_password_update(current_password: $current_password, password: $password)\n  }\n": types.ChangeOwnPasswordDocument,
    "\n  mutation ChangeOwnEmail($email_address: String!, $current_password: String) {\n    own_email_update(email_address: $email_address, current_password: $current_password) {\n      pending_email_address\n    }\n  }\n": types.ChangeOwnEmailDocument,
    "\n  mutation CancelOwnEmail {\n    own_email_cancel {\n      pending_email_address\n    }\n  }\n": types.CancelOwnEmailDocument,
    "\n  query PanelStatusIdea($id: ID!) {\n    suggestion(id: $id) {\n      id\n      title\n      status {\n        id\n        name\n      }\n      internal_status {\n        id\n        name\n      }\n    }\n  }\n": types.PanelStatusIdeaDocument,
    "\n  query PanelPublicStatuses {\n    all_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n        is_default\n        default_html_text\n      }\n    }\n  }\n": types.PanelPublicStatusesDocument,
    "\n  query PanelInternalStatuses {\n    all_internal_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_default\n        default_html_text\n      }\n    }\n  }\n": types.PanelInternalStatusesDocument,
    "\n  query PanelStatusUpdate($id: ID!, $withFiles: Boolean!) {\n    status_update(id: $id) {\n      id\n      html_body\n      updated_at\n      changes_status\n      new_status {\n        id\n        name\n        hex_color\n      }\n      mailing {\n        id\n        state\n      }\n      attachments @include(if: $withFiles) {\n        ...AttachedFile\n      }\n    }\n  }\n": types.PanelStatusUpdateDocument,
    "\n  query PanelInternalStatusUpdate($id: ID!, $withFiles: Boolean!) {\n    internal_status_update(id: $id) {\n      id\n      html_text\n      updated_at\n      new_internal_status {\n        id\n        name\n        hex_color\n      }\n      mailing {\n        id\n        state\n      }\n      attachments @include(if: $withFiles) {\n        ...AttachedFile\n      }\n    }\n  }\n": types.PanelInternalStatusUpdateDocument,
    "\n  fragment SentMailing on Mailing {\n    id\n    state\n    expected_count\n    send_after\n    created_at\n  }\n": types.SentMailingFragmentDoc,
    "\n  mutation PostStatus(\n    $links: StatusUpdateLinks!\n    $notifySupporters: Boolean\n    $htmlBody: String\n    $attachmentTokens: [String!]\n    $notificationEmailAddress: String\n    $fromEmail: String\n  ) {\n    status_update_create(\n      links: $links\n      notifySupporters: $notifySupporters\n      htmlBody: $htmlBody\n      attachmentTokens: $attachmentTokens\n      notificationEmailAddress: $notificationEmailAddress\n      fromEmail: $fromEmail\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n": types.PostStatusDocument,
    "\n  mutation PostInternalStatus(\n    $links: InternalStatusUpdateLinks!\n    $notifySupporters: Boolean\n    $htmlText: String\n    $attachmentTokens: [String!]\n  ) {\n    internal_status_update_create(\n      links: $links\n      notifySupporters: $notifySupporters\n      htmlText: $htmlText\n      attachmentTokens: $attachmentTokens\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n": types.PostInternalStatusDocument,
    "\n  mutation SaveStatusUpdate(\n    $id: ID!\n    $attachmentTokens: [String!]\n    $htmlBody: String\n    $if_updated_at: String\n  ) {\n    status_update_update(\n      id: $id\n      attachmentTokens: $attachmentTokens\n      htmlBody: $htmlBody\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": types.SaveStatusUpdateDocument,
    "\n  mutation SaveInternalStatusUpdate(\n    $id: ID!\n    $attachmentTokens: [String!]\n    $htmlText: String\n    $if_updated_at: String\n  ) {\n    internal_status_update_update(\n      id: $id\n      attachmentTokens: $attachmentTokens\n      htmlText: $htmlText\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n": types.SaveInternalStatusUpdateDocument,
    "\n  query PanelMessageIdea($id: ID!) {\n    suggestion(id: $id) {\n      id\n      title\n    }\n  }\n": types.PanelMessageIdeaDocument,
    "\n  mutation SendMessage(\n    $links: SupporterMessageLinks!\n    $body: String!\n    $emailSubject: String\n    $fromEmail: String\n    $notificationEmailAddress: String\n    $attachmentTokens: [String!]\n    $copiesReplies: Boolean\n  ) {\n    supporter_message_create(\n      links: $links\n      body: $body\n      emailSubject: $emailSubject\n      fromEmail: $fromEmail\n      notificationEmailAddress: $notificationEmailAddress\n      attachmentTokens: $attachmentTokens\n      copiesReplies: $copiesReplies\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n": types.SendMessageDocument,
    "\n  mutation CallMailBack($id: ID!) {\n    mailing_call_back(id: $id) {\n      id\n      state\n    }\n  }\n": types.CallMailBackDocument,
    "\n  query PanelMailSettings {\n    current_subdomain {\n      id\n      usual_from_address\n      automatic_reply_address\n      from_domain\n      from_domain_verified\n      takes_replies\n    }\n  }\n": types.PanelMailSettingsDocument,
    "\n  fragment PreviewedRecipients on RecipientPreview {\n    recipients_count\n    recipients {\n      id\n      name\n      email_address\n    }\n    left_out_count\n    left_out {\n      reason\n      sentence\n      count\n      people {\n        id\n        name\n        email_address\n      }\n    }\n  }\n": types.PreviewedRecipientsFragmentDoc,
    "\n  query RecipientPreview($suggestion: ID!, $kind: String!) {\n    recipient_preview(suggestion: $suggestion, kind: $kind) {\n      ...PreviewedRecipients\n    }\n  }\n": types.RecipientPreviewDocument,
    "\n  query BulkStatusPreview($ids: [ID!], $status: ID, $internal_status: ID) {\n    bulk_status_preview(ids: $ids, status: $status, internal_status: $internal_status) {\n      changed_count\n      mails_count\n      people {\n        ...PreviewedRecipients\n      }\n    }\n  }\n": types.BulkStatusPreviewDocument,
    "\n  mutation BulkStatus(\n    $ids: [ID!]\n    $status: ID\n    $internal_status: ID\n    $html_body: String\n    $notify_supporters: Boolean\n    $attachmentTokens: [String!]\n    $notificationEmailAddress: String\n    $fromEmail: String\n  ) {\n    suggestions_bulk_status(\n      ids: $ids\n      status: $status\n      internal_status: $internal_status\n      html_body: $html_body\n      notify_supporters: $notify_supporters\n      attachmentTokens: $attachmentTokens\n      notificationEmailAddress: $notificationEmailAddress\n      fromEmail: $fromEmail\n    ) {\n      changed_count\n      skipped_count\n      undo_id\n      mails_count\n      mails_wait_seconds\n    }\n  }\n": types.BulkStatusDocument,
    "\n  mutation QuickCreateIdea($title: String!, $links: SuggestionLinks!, $creator: SuggestionCreator) {\n    suggestion_create(title: $title, links: $links, creator: $creator) {\n      ...IdeaSummary\n    }\n  }\n": types.QuickCreateIdeaDocument,
    "\n  query DefaultForum {\n    current_subdomain {\n      id\n      default_forum {\n        id\n      }\n    }\n  }\n": types.DefaultForumDocument,
    "\n  query PlaceForum($id: ID!) {\n    forum(id: $id) {\n      id\n      name\n      is_open\n      category_required\n    }\n  }\n": types.PlaceForumDocument,
    "\n  mutation DeleteFeedback($id: ID!) {\n    feedback_record_delete(id: $id) {\n      id\n    }\n  }\n": types.DeleteFeedbackDocument,
    "\n  mutation DeleteComment($id: ID!) {\n    comment_delete(id: $id) {\n      id\n    }\n  }\n": types.DeleteCommentDocument,
    "\n  mutation MarkCommentAsSpam($id: ID!) {\n    comment_spam(id: $id) {\n      id\n    }\n  }\n": types.MarkCommentAsSpamDocument,
    "\n  mutation DeleteIdea($id: ID!) {\n    suggestion_delete(id: $id) {\n      id\n    }\n  }\n": types.DeleteIdeaDocument,
    "\n  mutation RestoreFeedback($id: ID!) {\n    feedback_record_restore(id: $id) {\n      id\n    }\n  }\n": types.RestoreFeedbackDocument,
    "\n  mutation RestoreComment($id: ID!) {\n    comment_restore(id: $id) {\n      id\n    }\n  }\n": types.RestoreCommentDocument,
    "\n  mutation RestoreIdea($id: ID!) {\n    suggestion_restore(id: $id) {\n      id\n    }\n  }\n": types.RestoreIdeaDocument,
    "\n  fragment IdeaSummary on Suggestion {\n    id\n    title\n    excerpt\n    votes_count\n    supporter_revenue\n    status {\n      id\n      name\n      hex_color\n    }\n    forum {\n      id\n      name\n    }\n  }\n": types.IdeaSummaryFragmentDoc,
    "\n  query SearchIdeas($q: String, $sort: String, $perPage: Int) {\n    suggestions(q: $q, sort: $sort, perPage: $perPage) {\n      records {\n        ...IdeaSummary\n      }\n    }\n  }\n": types.SearchIdeasDocument,
    "\n  query IdeaPreview($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n      body\n      body_mime_type\n      state\n      created_at\n      comments_count\n      requests_count\n      supporting_accounts_count\n      category {\n        id\n        name\n      }\n      labels {\n        id\n        full_name\n      }\n      created_by {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n      }\n    }\n  }\n": types.IdeaPreviewDocument,
    "\n  fragment PickedUser on User {\n    id\n    name\n    email_address\n    avatar_url\n    satisfaction_score\n    crm_account {\n      id\n      name\n    }\n  }\n": types.PickedUserFragmentDoc,
    "\n  query SearchUsers($q: String, $sort: String) {\n    users(q: $q, perPage: 20, sort: $sort) {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n": types.SearchUsersDocument,
    "\n  query SearchTeam($q: String) {\n    users(\n      q: $q\n      license_type: [\"owner\", \"full\", \"support\", \"contributor\"]\n      allowed_state: [\"allowed\"]\n      perPage: 100\n      sort: \"name\"\n    ) {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n": types.SearchTeamDocument,
    "\n  mutation FindOrCreateUser($email: String!, $name: String!) {\n    users_find_or_create(email: $email, name: $name) {\n      ...PickedUser\n    }\n  }\n": types.FindOrCreateUserDocument,
    "\n  query PickForums {\n    all_forums(sort: \"position\") {\n      records {\n        id\n        name\n        is_open\n        is_private\n        category_required\n      }\n    }\n  }\n": types.PickForumsDocument,
    "\n  query PickCategories($forum: [ID!]) {\n    all_categories(forum: $forum, sort: \"position\") {\n      records {\n        id\n        name\n      }\n    }\n  }\n": types.PickCategoriesDocument,
    "\n  query PickLabels($forum: [ID!]) {\n    all_labels(state: [\"active\"], forum: $forum, sort: \"full_name\") {\n      records {\n        id\n        name\n        full_name\n        level\n        parent_id\n      }\n    }\n  }\n": types.PickLabelsDocument,
    "\n  mutation CreateLabel($name: String!, $parent_id: ID) {\n    label_create(name: $name, parent_id: $parent_id) {\n      id\n      name\n      full_name\n    }\n  }\n": types.CreateLabelDocument,
    "\n  query PickStatuses {\n    all_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n      }\n    }\n  }\n": types.PickStatusesDocument,
    "\n  query PickInternalStatuses {\n    all_internal_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n      }\n    }\n  }\n": types.PickInternalStatusesDocument,
    "\n  query PickAccounts($q: String) {\n    external_accounts(q: $q, perPage: 50, sort: \"-revenue\") {\n      records {\n        id\n        name\n        revenue\n        users_count\n      }\n    }\n  }\n": types.PickAccountsDocument,
    "\n  fragment AttachedFile on Attachment {\n    id\n    file_name\n    content_type\n    size_in_bytes\n    url\n    thumb_url\n    token\n  }\n": types.AttachedFileFragmentDoc,
    "\n  query AttachmentsOf($suggestion: [ID!], $comment: [ID!], $feedback_record: [ID!], $perPage: Int) {\n    attachments(\n      suggestion: $suggestion\n      comment: $comment\n      feedback_record: $feedback_record\n      perPage: $perPage\n    ) {\n      records {\n        ...AttachedFile\n      }\n    }\n  }\n": types.AttachmentsOfDocument,
    "\n  mutation DeleteAttachment($id: ID!) {\n    attachment_delete(id: $id) {\n      id\n    }\n  }\n": types.DeleteAttachmentDocument,
    "\n  query SubscriptionStatus($suggestion: ID!, $user: ID!) {\n    user_subscription_status(suggestion: $suggestion, user: $user) {\n      subscribed\n      is_watching\n    }\n  }\n": types.SubscriptionStatusDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConsoleViewer {\n    current_user {\n      id\n      display_name\n      email\n      core_admin\n      off_duty\n      other_subdomains {\n        host\n        admin_url\n      }\n    }\n    current_subdomain {\n      id\n      key\n      host\n      admin_url\n      portal_url\n      is_trialing\n      has_crm_configuration\n      prevent_email_notifications\n    }\n    notification_counts {\n      unseen\n    }\n  }\n"): typeof import('./graphql.ts').ConsoleViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailSwitch {\n    current_subdomain {\n      id\n      prevent_email_notifications\n    }\n  }\n"): typeof import('./graphql.ts').MailSwitchDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaletteIdeas($q: String!, $perPage: Int!) {\n    suggestions(q: $q, perPage: $perPage, sort: \"search_order\") {\n      records {\n        id\n        title\n        forum {\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PaletteIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelIdea($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n    }\n  }\n"): typeof import('./graphql.ts').PanelIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelFeedback($id: ID!) {\n    feedback_record(id: $id) {\n      id\n      body\n      body_mime_type\n      source_url\n      updated_at\n      user {\n        ...PickedUser\n      }\n      suggestion {\n        ...IdeaSummary\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelFeedbackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelComment($id: ID!) {\n    comment(id: $id) {\n      id\n      body\n      body_mime_type\n      state\n      is_admin_comment\n      created_at\n      updated_at\n      created_by {\n        ...PickedUser\n      }\n      suggestion {\n        ...IdeaSummary\n        category {\n          id\n          name\n        }\n        forum {\n          id\n          name\n          is_open\n          category_required\n        }\n      }\n      converted_to_suggestion {\n        ...IdeaSummary\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelCommentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelEditedIdea($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n      body\n      body_mime_type\n      created_at\n      updated_at\n      created_by {\n        ...PickedUser\n      }\n      category {\n        id\n        name\n      }\n      forum {\n        id\n        name\n        is_open\n        category_required\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelEditedIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SupportOf($suggestion: [ID!], $user: [ID!]) {\n    supporters(suggestion: $suggestion, user: $user, perPage: 1) {\n      records {\n        id\n        votes\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SupportOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateFeedback(\n    $body: String!\n    $bodyMimeType: String\n    $channel: String!\n    $links: FeedbackRecordLinks\n    $attachmentTokens: [String!]\n    $sourceUrl: String\n    $subscribe: Boolean\n  ) {\n    feedback_record_create(\n      body: $body\n      bodyMimeType: $bodyMimeType\n      channel: $channel\n      links: $links\n      attachmentTokens: $attachmentTokens\n      sourceUrl: $sourceUrl\n      subscribe: $subscribe\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').CreateFeedbackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateFeedback(\n    $id: ID!\n    $body: String!\n    $links: FeedbackRecordLinks\n    $attachmentTokens: [String!]\n    $sourceUrl: String\n    $subscribe: Boolean\n    $if_updated_at: String\n  ) {\n    feedback_record_update(\n      id: $id\n      body: $body\n      links: $links\n      attachmentTokens: $attachmentTokens\n      sourceUrl: $sourceUrl\n      subscribe: $subscribe\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').UpdateFeedbackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateComment(\n    $id: ID!\n    $body: String!\n    $attachment_tokens: [String!]\n    $links: CommentLinks\n    $subscribe: Boolean\n    $if_updated_at: String\n  ) {\n    comment_update(\n      id: $id\n      body: $body\n      attachment_tokens: $attachment_tokens\n      links: $links\n      subscribe: $subscribe\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').UpdateCommentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateIdea(\n    $title: String!\n    $body: String\n    $bodyMimeType: String\n    $links: SuggestionLinks!\n    $creator: SuggestionCreator\n    $attachmentTokens: [String!]\n    $subscribeCreator: Boolean\n    $conversionSourceType: String\n    $conversionSourceId: ID\n    $copySupporters: Boolean\n    $notifySourceSubscribers: Boolean\n  ) {\n    suggestion_create(\n      title: $title\n      body: $body\n      bodyMimeType: $bodyMimeType\n      links: $links\n      creator: $creator\n      attachmentTokens: $attachmentTokens\n      subscribeCreator: $subscribeCreator\n      conversionSourceType: $conversionSourceType\n      conversionSourceId: $conversionSourceId\n      copySupporters: $copySupporters\n      notifySourceSubscribers: $notifySourceSubscribers\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').CreateIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateIdea(\n    $id: ID!\n    $title: String\n    $body: String\n    $bodyMimeType: String\n    $creatorId: ID\n    $subscribe: Boolean\n    $links: SuggestionLinks\n    $attachmentTokens: [String!]\n    $if_updated_at: String\n  ) {\n    suggestion_update(\n      id: $id\n      title: $title\n      body: $body\n      bodyMimeType: $bodyMimeType\n      creatorId: $creatorId\n      subscribe: $subscribe\n      links: $links\n      attachmentTokens: $attachmentTokens\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').UpdateIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddVoter($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) {\n    suggestion_admin_subscribe(id: $id, user: $user, channel: $channel, subscribe: $subscribe) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').AddVoterDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FlagIdea($suggestion: ID!, $reason: String!, $user: InternalFlagUser) {\n    internal_flag_create(suggestion: $suggestion, reason: $reason, user: $user) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').FlagIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnExports($page: Int, $per_page: Int) {\n    exports(page: $page, per_page: $per_page) {\n      total_records\n      current_page\n      records {\n        id\n        collection\n        format\n        state\n        rows_expected\n        rows_written\n        problem\n        file_name\n        size_in_bytes\n        download_url\n        expires_at\n        finished_at\n        created_at\n      }\n    }\n  }\n"): typeof import('./graphql.ts').OwnExportsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelExport($id: ID!) {\n    export_cancel(id: $id) {\n      id\n      state\n    }\n  }\n"): typeof import('./graphql.ts').CancelExportDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PersonCard($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      email_address\n      avatar_url\n      job_title\n      license_type\n      allowed_state\n      satisfaction_score\n      supported_suggestions_count\n      crm_account {\n        id\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PersonCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BlockPerson($id: ID!, $blocked: Boolean!) {\n    user_block(id: $id, blocked: $blocked) {\n      id\n      allowed_state\n    }\n  }\n"): typeof import('./graphql.ts').BlockPersonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MoveIdea($id: ID!, $links: SuggestionLinks, $if_updated_at: String) {\n    suggestion_update(id: $id, links: $links, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n"): typeof import('./graphql.ts').MoveIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetIdeaCustomField($id: ID!, $custom_field_map: [CustomFieldValueInput!], $if_updated_at: String) {\n    suggestion_update(id: $id, custom_field_map: $custom_field_map, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n"): typeof import('./graphql.ts').SetIdeaCustomFieldDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AssignIdea($id: ID!, $assigned_owner: ID, $if_updated_at: String) {\n    suggestion_assign(id: $id, assigned_owner: $assigned_owner, if_updated_at: $if_updated_at) {\n      id\n      updated_at\n    }\n  }\n"): typeof import('./graphql.ts').AssignIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetIdeaLabels($id: ID!, $add: [ID!], $remove: [ID!]) {\n    suggestion_labels_update(id: $id, add: $add, remove: $remove) {\n      id\n      updated_at\n    }\n  }\n"): typeof import('./graphql.ts').SetIdeaLabelsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CallIdeaMailBack($id: ID!) {\n    mailing_call_back(id: $id) {\n      id\n      state\n    }\n  }\n"): typeof import('./graphql.ts').CallIdeaMailBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveVoter($suggestion: ID!, $user: ID!) {\n    supporter_delete(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').RemoveVoterDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BringVoterBack($suggestion: ID!, $user: ID!) {\n    supporter_restore(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').BringVoterBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddStaffComment($links: CommentCreateLinks!, $body: String!, $attachment_tokens: [String!]) {\n    comment_create(links: $links, body: $body, attachment_tokens: $attachment_tokens) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').AddStaffCommentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AccountInterest on ExternalAccount {\n    id\n    name\n    plan\n    revenue\n    supporters_count\n  }\n"): typeof import('./graphql.ts').AccountInterestFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ShownFile on Attachment {\n    id\n    file_name\n    content_type\n    size_in_bytes\n    url\n    thumb_url\n  }\n"): typeof import('./graphql.ts').ShownFileFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment IdeaField on CustomField {\n    id\n    key\n    name\n    combined_type\n    string_enum_values {\n      id\n      label\n    }\n    numeric_enum_values {\n      id\n      label\n      numeric_value\n    }\n  }\n"): typeof import('./graphql.ts').IdeaFieldFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaDetails(\n    $id: ID!\n    $ids: [ID!]\n    $withFields: Boolean!\n    $withFiles: Boolean!\n    $files: Int\n    $accounts: Int\n    $accountSort: String\n  ) {\n    suggestion(id: $id) {\n      id\n      title\n      body\n      body_mime_type\n      state\n      channel\n      is_dated\n      source_url\n      source_votes_count\n      votes_count\n      supporters_count\n      supporting_accounts_count\n      supporter_revenue\n      comments_count\n      requests_count\n      notes_count\n      internal_flags_count\n      merge_candidates_count\n      unmergeable\n      created_at\n      updated_at\n      custom_field_map {\n        key\n        value\n      }\n      status {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n      }\n      internal_status {\n        id\n        name\n        hex_color\n      }\n      assigned_owner {\n        id\n        name\n        avatar_url\n        satisfaction_score\n      }\n      forum {\n        id\n        name\n        is_open\n        category_required\n      }\n      category {\n        id\n        name\n      }\n      labels {\n        id\n        full_name\n      }\n      created_by {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n        allowed_state\n        crm_account {\n          id\n          name\n        }\n      }\n      captured_by {\n        id\n        name\n        avatar_url\n        satisfaction_score\n      }\n      merged_into {\n        id\n        title\n      }\n      split_from {\n        id\n        title\n      }\n      split_suggestions {\n        id\n        title\n      }\n      converted_from_comment {\n        id\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n    external_accounts(suggestion: $ids, per_page: $accounts, sort: $accountSort) {\n      records {\n        ...AccountInterest\n      }\n    }\n    attachments(suggestion: $ids, per_page: $files) @include(if: $withFiles) {\n      records {\n        ...ShownFile\n      }\n    }\n    all_custom_fields(object_type: [\"suggestion\"], sort: \"id\") @include(if: $withFields) {\n      records {\n        ...IdeaField\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaDetailsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaCustomFields {\n    all_custom_fields(object_type: [\"suggestion\"], sort: \"id\") {\n      records {\n        ...IdeaField\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaCustomFieldsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaActivity($suggestion: [ID!], $kind: [String!], $page: Int, $per_page: Int) {\n    activity_entries(\n      suggestion: $suggestion\n      kind: $kind\n      page: $page\n      per_page: $per_page\n      without_replies: true\n    ) {\n      records {\n        id\n        kind\n        details\n        created_at\n        user {\n          ...FeedPerson\n        }\n        comment {\n          id\n          body\n          body_mime_type\n          state\n          is_admin_comment\n          created_by {\n            ...FeedPerson\n          }\n          converted_to_suggestion {\n            id\n            title\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        feedback_record {\n          id\n          body\n          body_mime_type\n          source_url\n          source_title\n          severity\n          user {\n            ...FeedPerson\n            crm_account {\n              id\n              name\n            }\n          }\n          captured_by {\n            ...FeedPerson\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        note {\n          id\n          body\n          body_mime_type\n          reply_count\n          editable\n          deletable\n          created_at\n          updated_at\n          created_by {\n            ...FeedPerson\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        internal_flag {\n          id\n          reason\n          cleared_message\n          user {\n            id\n            name\n          }\n        }\n        status_update {\n          id\n          html_body\n          supporters_notified\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          thumbs_up_count\n          thumbs_down_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          changes_status\n          new_status {\n            id\n            name\n            hex_color\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        internal_status_update {\n          id\n          html_text\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          thumbs_up_count\n          thumbs_down_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          new_internal_status {\n            id\n            name\n            hex_color\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        supporter_message {\n          id\n          body\n          email_subject\n          expected_send_count\n          mail_sent_count\n          mail_opened_count\n          mail_clicked_count\n          reply_count\n          mailing {\n            ...FeedMailing\n          }\n          attachments {\n            ...ShownFile\n          }\n        }\n        related_suggestion {\n          id\n          title\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaActivityDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FeedMailing on Mailing {\n    id\n    state\n    send_after\n    expected_count\n    sent_count\n    outbox_count\n    failed_count\n    unknown_count\n    left_out_count\n  }\n"): typeof import('./graphql.ts').FeedMailingFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FeedPerson on User {\n    id\n    name\n    avatar_url\n    satisfaction_score\n    allowed_state\n  }\n"): typeof import('./graphql.ts').FeedPersonFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaMailing($id: ID!) {\n    mailing(id: $id) {\n      ...FeedMailing\n    }\n  }\n"): typeof import('./graphql.ts').IdeaMailingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailFailures($mailing: [ID!], $state: [String!], $page: Int, $per_page: Int) {\n    deliveries(mailing: $mailing, state: $state, page: $page, per_page: $per_page) {\n      total_records\n      records {\n        id\n        email_address\n        state\n        reason\n        user {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MailFailuresDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailReplies(\n    $supporter_message: [ID!]\n    $status_update: [ID!]\n    $internal_status_update: [ID!]\n    $page: Int\n    $per_page: Int\n  ) {\n    messages(\n      supporter_message: $supporter_message\n      status_update: $status_update\n      internal_status_update: $internal_status_update\n      page: $page\n      per_page: $per_page\n    ) {\n      records {\n        id\n        body\n        from_email\n        created_at\n        created_by {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MailRepliesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaVoters($suggestion: [ID!], $q: String, $page: Int, $per_page: Int) {\n    supporters(suggestion: $suggestion, q: $q, page: $page, per_page: $per_page) {\n      total_records\n      records {\n        id\n        votes\n        subscribed\n        created_at\n        user {\n          id\n          name\n          email_address\n          avatar_url\n          satisfaction_score\n          crm_account {\n            id\n            name\n            revenue\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaVotersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaAccounts($suggestion: [ID!], $page: Int, $per_page: Int, $sort: String) {\n    external_accounts(suggestion: $suggestion, page: $page, per_page: $per_page, sort: $sort) {\n      total_records\n      records {\n        ...AccountInterest\n        users_count\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaAccountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddNote(\n    $suggestion: ID\n    $note: ID\n    $body: String!\n    $body_mime_type: String\n    $attachment_tokens: [String!]\n  ) {\n    note_create(\n      suggestion: $suggestion\n      note: $note\n      body: $body\n      body_mime_type: $body_mime_type\n      attachment_tokens: $attachment_tokens\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').AddNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveNote($id: ID!, $body: String!, $body_mime_type: String, $if_updated_at: String) {\n    note_update(id: $id, body: $body, body_mime_type: $body_mime_type, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SaveNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteNote($id: ID!) {\n    note_delete(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RestoreNote($id: ID!) {\n    note_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').RestoreNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NoteReplies($note: [ID!]) {\n    notes(note: $note, sort: \"created_at\", per_page: 100) {\n      records {\n        id\n        body\n        body_mime_type\n        reply_count\n        editable\n        deletable\n        created_at\n        updated_at\n        created_by {\n          ...FeedPerson\n        }\n        attachments {\n          ...ShownFile\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NoteRepliesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NoteThread($id: ID!) {\n    note(id: $id) {\n      id\n      parent {\n        id\n      }\n      suggestion {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NoteThreadDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MentionCandidates($q: String) {\n    users(q: $q, sees_ideas: true, per_page: 8, sort: \"name\") {\n      records {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MentionCandidatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaFlags($suggestion: [ID!]) {\n    internal_flags(suggestion: $suggestion, open: true, per_page: 100) {\n      records {\n        id\n        reason\n        created_at\n        created_by {\n          id\n          name\n        }\n        user {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaFlagsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ClearFlag($id: ID!, $message: String) {\n    internal_flag_clear(id: $id, message: $message) {\n      id\n      cleared_at\n    }\n  }\n"): typeof import('./graphql.ts').ClearFlagDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BulkLabelStates($ids: [ID!]) {\n    label_to_suggestion_states(include_ids: $ids) {\n      label_id\n      state\n    }\n  }\n"): typeof import('./graphql.ts').BulkLabelStatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BulkLabel($ids: [ID!], $add: [ID!], $remove: [ID!]) {\n    suggestions_bulk_label(ids: $ids, add: $add, remove: $remove) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').BulkLabelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BulkAssign($ids: [ID!], $assigned_owner: ID) {\n    suggestions_bulk_assign(ids: $ids, assigned_owner: $assigned_owner) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').BulkAssignDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BulkForum($ids: [ID!], $forum: ID!, $category: ID) {\n    suggestions_bulk_forum(ids: $ids, forum: $forum, category: $category) {\n      changed_count\n      skipped_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').BulkForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BulkDelete($ids: [ID!]) {\n    suggestions_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').BulkDeleteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BulkUndo($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n    }\n  }\n"): typeof import('./graphql.ts').BulkUndoDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaFilterNames(\n    $forum: [ID!]\n    $category: [ID!]\n    $label: [ID!]\n    $status: [ID!]\n    $internal_status: [ID!]\n    $user: [ID!]\n    $account: [ID!]\n    $with_forum: Boolean!\n    $with_category: Boolean!\n    $with_label: Boolean!\n    $with_status: Boolean!\n    $with_internal_status: Boolean!\n    $with_user: Boolean!\n    $with_account: Boolean!\n  ) {\n    forums(id: $forum, bulk_per_page: 200) @include(if: $with_forum) {\n      records {\n        id\n        name\n      }\n    }\n    categories(id: $category, bulk_per_page: 200) @include(if: $with_category) {\n      records {\n        id\n        name\n      }\n    }\n    labels(id: $label, bulk_per_page: 200) @include(if: $with_label) {\n      records {\n        id\n        full_name\n      }\n    }\n    statuses(id: $status, bulk_per_page: 200) @include(if: $with_status) {\n      records {\n        id\n        name\n      }\n    }\n    internal_statuses(id: $internal_status, bulk_per_page: 200) @include(if: $with_internal_status) {\n      records {\n        id\n        name\n      }\n    }\n    users(id: $user, bulk_per_page: 200) @include(if: $with_user) {\n      records {\n        id\n        name\n      }\n    }\n    external_accounts(id: $account, bulk_per_page: 200) @include(if: $with_account) {\n      records {\n        id\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaFilterNamesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeasTable(\n    $q: String\n    $page: Int\n    $per_page: Int\n    $bulk_per_page: Int\n    $sort: String\n    $id: [ID!]\n    $forum: [ID!]\n    $category: [ID!]\n    $category_none: Boolean\n    $label: [ID!]\n    $label_none: Boolean\n    $status: [ID!]\n    $status_none: Boolean\n    $internal_status: [ID!]\n    $internal_status_none: Boolean\n    $assigned_owner: [ID!]\n    $assigned_owner_none: Boolean\n    $creator: [ID!]\n    $supporter: [ID!]\n    $external_account: [ID!]\n    $state: [String!]\n    $created_after: String\n    $no_support_since: String\n    $has_response: Boolean\n    $has_internal_flag: Boolean\n  ) {\n    suggestions(\n      q: $q\n      page: $page\n      per_page: $per_page\n      bulk_per_page: $bulk_per_page\n      sort: $sort\n      id: $id\n      forum: $forum\n      category: $category\n      category_none: $category_none\n      label: $label\n      label_none: $label_none\n      status: $status\n      status_none: $status_none\n      internal_status: $internal_status\n      internal_status_none: $internal_status_none\n      assigned_owner: $assigned_owner\n      assigned_owner_none: $assigned_owner_none\n      creator: $creator\n      supporter: $supporter\n      external_account: $external_account\n      state: $state\n      created_after: $created_after\n      no_support_since: $no_support_since\n      has_response: $has_response\n      has_internal_flag: $has_internal_flag\n    ) {\n      total_records\n      total_is_capped\n      current_page\n      records {\n        id\n        title\n        excerpt\n        state\n        is_dated\n        votes_count\n        comments_count\n        requests_count\n        supporting_accounts_count\n        supporter_revenue\n        weekly_votes\n        last_activity_at\n        created_at\n        status {\n          id\n          name\n          hex_color\n        }\n        internal_status {\n          id\n          name\n          hex_color\n        }\n        forum {\n          id\n          name\n        }\n        category {\n          id\n          name\n        }\n        labels {\n          id\n          name\n          full_name\n        }\n        assigned_owner {\n          id\n          name\n          avatar_url\n          satisfaction_score\n        }\n        created_by {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeasTableDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ExistingIdeas($id: [ID!]) {\n    suggestions(id: $id, bulk_per_page: 500) {\n      records {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ExistingIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UndoEntries {\n    undo_entries {\n      id\n      command\n      undo_with\n      objects_count\n      record_id\n      user_id\n      title\n      person\n      has_sent_mail\n      created_at\n    }\n  }\n"): typeof import('./graphql.ts').UndoEntriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeBulkBack($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n      skipped_count\n    }\n  }\n"): typeof import('./graphql.ts').TakeBulkBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeIdeaBack($id: ID!) {\n    suggestion_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').TakeIdeaBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeCommentBack($id: ID!) {\n    comment_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').TakeCommentBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeFeedbackBack($id: ID!) {\n    feedback_record_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').TakeFeedbackBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeNoteBack($id: ID!) {\n    note_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').TakeNoteBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeVoteBack($suggestion: ID!, $user: ID!) {\n    supporter_restore(suggestion: $suggestion, user: $user) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').TakeVoteBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeasToMerge($ids: [ID!], $perPage: Int) {\n    suggestions(id: $ids, perPage: $perPage) {\n      records {\n        ...IdeaSummary\n        state\n        supporters_count\n        comments_count\n        requests_count\n        merge_candidates_count\n        created_at\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeasToMergeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MergeCandidates($ids: [ID!], $perPage: Int) {\n    merge_candidates(suggestion: $ids, perPage: $perPage) {\n      records {\n        id\n        reason\n        suggestion {\n          ...IdeaSummary\n        }\n        other_suggestion {\n          ...IdeaSummary\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MergeCandidatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MergePreview($winner: ID!, $losers: [ID!]!) {\n    merge_preview(winner: $winner, losers: $losers) {\n      supporters_before\n      supporters_moving\n      supporters_common\n      supporters_after\n      comments_count\n      feedback_records_count\n      labels_added\n      labels_left\n      stays_count\n    }\n  }\n"): typeof import('./graphql.ts').MergePreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MergeIdeas($winner: ID!, $losers: [ID!]!) {\n    suggestion_merge(winner: $winner, losers: $losers) {\n      id\n      title\n    }\n  }\n"): typeof import('./graphql.ts').MergeIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnmergeIdeas($ids: [ID!]!) {\n    suggestion_unmerge(ids: $ids) {\n      id\n      title\n    }\n  }\n"): typeof import('./graphql.ts').UnmergeIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DismissMergeCandidate($suggestion: ID!, $other_suggestion: ID!, $dismissed: Boolean) {\n    merge_candidate_dismiss(\n      suggestion: $suggestion\n      other_suggestion: $other_suggestion\n      dismissed: $dismissed\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DismissMergeCandidateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BlockedPeople($page: Int, $per_page: Int) {\n    users(allowed_state: [\"blocked\"], page: $page, per_page: $per_page, sort: \"name\") {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n"): typeof import('./graphql.ts').BlockedPeopleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ReviewAuthor on User {\n    id\n    name\n    avatar_url\n    satisfaction_score\n    allowed_state\n  }\n"): typeof import('./graphql.ts').ReviewAuthorFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewIdeas($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {\n    suggestions(\n      needs_review: $needs_review\n      spam: $spam\n      page: $page\n      per_page: $per_page\n      sort: \"-created_at\"\n    ) {\n      total_records\n      records {\n        id\n        title\n        body\n        body_mime_type\n        state\n        inappropriate_flags_count\n        created_at\n        created_by {\n          ...ReviewAuthor\n        }\n        forum {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewComments($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {\n    comments(\n      needs_review: $needs_review\n      spam: $spam\n      page: $page\n      per_page: $per_page\n      sort: \"-created_at\"\n    ) {\n      total_records\n      records {\n        id\n        body\n        body_mime_type\n        state\n        inappropriate_flags_count\n        created_at\n        created_by {\n          ...ReviewAuthor\n        }\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewCommentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveIdeas($ids: [ID!]) {\n    done: suggestions_bulk_approve(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').ApproveIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SpamIdeas($ids: [ID!]) {\n    done: suggestions_bulk_spam(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').SpamIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteHeldIdeas($ids: [ID!]) {\n    done: suggestions_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteHeldIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveComments($ids: [ID!]!) {\n    done: comments_bulk_approve(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').ApproveCommentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SpamComments($ids: [ID!]!) {\n    done: comments_bulk_spam(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').SpamCommentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteHeldComments($ids: [ID!]!) {\n    done: comments_bulk_delete(ids: $ids) {\n      changed_count\n      undo_id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteHeldCommentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UndoModeration($id: ID!) {\n    bulk_undo(id: $id) {\n      changed_count\n    }\n  }\n"): typeof import('./graphql.ts').UndoModerationDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewCounts {\n    suggestions(needs_review: true, per_page: 1) {\n      total_records\n    }\n    comments(needs_review: true, per_page: 1) {\n      total_records\n    }\n    current_subdomain {\n      id\n      moderation_enabled\n    }\n    all_forums {\n      records {\n        id\n        moderation_enabled\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewCountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InsightFigures($period_start: String) {\n    report_key_figures(period_start: $period_start) {\n      period_start\n      period_end\n      ideas {\n        count\n        before\n      }\n      votes {\n        count\n        before\n      }\n      comments {\n        count\n        before\n      }\n      feedback_records {\n        count\n        before\n      }\n      open_ideas_count\n      accounts_count\n      accounts_revenue\n    }\n  }\n"): typeof import('./graphql.ts').InsightFiguresDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InsightStatuses {\n    report_top_statuses {\n      status_id\n      status_name\n      hex_color\n      idea_count\n    }\n  }\n"): typeof import('./graphql.ts').InsightStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InsightForums($categories: Boolean, $active_only: Boolean, $round_period: Boolean) {\n    per_forum_activity(categories: $categories, active_only: $active_only, round_period: $round_period) {\n      period_start\n      period_end\n      total_ideas\n      total_votes\n      total_comments\n      total_feedback_records\n      total_notes\n      forums {\n        forum_id\n        forum_name\n        category_id\n        category_name\n        total_ideas\n        total_votes\n        total_comments\n        total_feedback_records\n        total_notes\n      }\n    }\n  }\n"): typeof import('./graphql.ts').InsightForumsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InsightTopIdeas($period_start: String, $sort: String, $per_page: Int) {\n    suggestions(\n      activity: [\"votes\", \"comments\", \"feedback_records\"]\n      period_start: $period_start\n      sort: $sort\n      per_page: $per_page\n    ) {\n      records {\n        id\n        title\n        votes_count\n        supporter_revenue\n        supporting_accounts_count\n        importance_high_count\n        weekly_votes\n        status {\n          id\n          name\n          hex_color\n        }\n        forum {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').InsightTopIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Notifications($page: Int, $per_page: Int, $event: [String!], $seen: Boolean) {\n    notifications(page: $page, per_page: $per_page, event: $event, seen: $seen) {\n      total_records\n      records {\n        id\n        event\n        seen\n        clicked\n        related_notifications_count\n        created_at\n        user {\n          id\n        }\n        subject_user {\n          name\n          email_address\n          avatar_url\n          satisfaction_score\n        }\n        suggestion {\n          id\n          title\n        }\n        bulk_action {\n          id\n          objects_changed\n        }\n        note {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        supporter_message {\n          id\n          email_subject\n          suggestion {\n            id\n            title\n          }\n        }\n        status_update {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        internal_status_update {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n        comm_thread {\n          id\n          suggestion {\n            id\n            title\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NotificationsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation NotificationsSeen($ids: [ID!]!) {\n    notifications_seen(ids: $ids) {\n      id\n      seen\n    }\n  }\n"): typeof import('./graphql.ts').NotificationsSeenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation NotificationClicked($id: ID!) {\n    notification_clicked(id: $id) {\n      id\n      clicked\n    }\n  }\n"): typeof import('./graphql.ts').NotificationClickedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NotificationCounts {\n    notification_counts {\n      unseen\n    }\n  }\n"): typeof import('./graphql.ts').NotificationCountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NotificationSettings {\n    notification_settings {\n      digest\n      preferences {\n        event\n        by_mail\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NotificationSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateNotificationSettings($digest: String, $preferences: [NotificationPreferenceInput!]) {\n    notification_settings_update(digest: $digest, preferences: $preferences) {\n      digest\n      preferences {\n        event\n        by_mail\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UpdateNotificationSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsJobs {\n    dead_jobs {\n      id\n      task\n      description\n      about\n      problem\n      tries\n      asked_at\n      died_at\n    }\n    scheduled_jobs {\n      task\n      description\n      next_at\n      last_at\n    }\n  }\n"): typeof import('./graphql.ts').SettingsJobsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RetryDeadJob($id: String!) {\n    dead_job_retry(id: $id)\n  }\n"): typeof import('./graphql.ts').RetryDeadJobDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveDeadJob($id: String!) {\n    dead_job_remove(id: $id)\n  }\n"): typeof import('./graphql.ts').RemoveDeadJobDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateForum(\n    $name: String!\n    $state: String\n    $prompt: String\n    $placeholder: String\n    $welcome_message: String\n    $logo_url: String\n    $default_locale: String\n    $default_sort: String\n    $category_required: Boolean\n    $classic_voting: Boolean\n    $votes_allowed: Int\n    $importance_enabled: Boolean\n    $moderation_enabled: Boolean\n    $allow_requests: Boolean\n    $is_private: Boolean\n    $authorization_operator: String\n    $allow_sso_user_by_default: Boolean\n    $allow_by_ip: Boolean\n    $allow_by_email_domain: Boolean\n    $access_denied_message: String\n    $access_ips: [String!]\n    $access_email_domains: [String!]\n    $categories: [ForumCategoryInput!]\n  ) {\n    forum_create(\n      name: $name\n      state: $state\n      prompt: $prompt\n      placeholder: $placeholder\n      welcome_message: $welcome_message\n      logo_url: $logo_url\n      default_locale: $default_locale\n      default_sort: $default_sort\n      category_required: $category_required\n      classic_voting: $classic_voting\n      votes_allowed: $votes_allowed\n      importance_enabled: $importance_enabled\n      moderation_enabled: $moderation_enabled\n      allow_requests: $allow_requests\n      is_private: $is_private\n      authorization_operator: $authorization_operator\n      allow_sso_user_by_default: $allow_sso_user_by_default\n      allow_by_ip: $allow_by_ip\n      allow_by_email_domain: $allow_by_email_domain\n      access_denied_message: $access_denied_message\n      access_ips: $access_ips\n      access_email_domains: $access_email_domains\n      categories: $categories\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').CreateForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateForum(\n    $id: ID!\n    $if_updated_at: String\n    $name: String\n    $state: String\n    $prompt: String\n    $placeholder: String\n    $welcome_message: String\n    $logo_url: String\n    $default_locale: String\n    $default_sort: String\n    $category_required: Boolean\n    $classic_voting: Boolean\n    $votes_allowed: Int\n    $importance_enabled: Boolean\n    $moderation_enabled: Boolean\n    $allow_requests: Boolean\n    $is_private: Boolean\n    $authorization_operator: String\n    $allow_sso_user_by_default: Boolean\n    $allow_by_ip: Boolean\n    $allow_by_email_domain: Boolean\n    $access_denied_message: String\n    $access_ips: [String!]\n    $access_email_domains: [String!]\n    $categories: [ForumCategoryInput!]\n  ) {\n    forum_update(\n      id: $id\n      if_updated_at: $if_updated_at\n      name: $name\n      state: $state\n      prompt: $prompt\n      placeholder: $placeholder\n      welcome_message: $welcome_message\n      logo_url: $logo_url\n      default_locale: $default_locale\n      default_sort: $default_sort\n      category_required: $category_required\n      classic_voting: $classic_voting\n      votes_allowed: $votes_allowed\n      importance_enabled: $importance_enabled\n      moderation_enabled: $moderation_enabled\n      allow_requests: $allow_requests\n      is_private: $is_private\n      authorization_operator: $authorization_operator\n      allow_sso_user_by_default: $allow_sso_user_by_default\n      allow_by_ip: $allow_by_ip\n      allow_by_email_domain: $allow_by_email_domain\n      access_denied_message: $access_denied_message\n      access_ips: $access_ips\n      access_email_domains: $access_email_domains\n      categories: $categories\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').UpdateForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetForumState($id: ID!, $state: String) {\n    forum_update(id: $id, state: $state) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SetForumStateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteForum($id: ID!, $target_forum: ID) {\n    forum_delete(id: $id, target_forum: $target_forum) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReorderForums($forum_ids: [ID!]!) {\n    forum_reorder(forum_ids: $forum_ids) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ReorderForumsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetDefaultForum($default_forum: ID) {\n    subdomain_update(default_forum: $default_forum) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SetDefaultForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsForums {\n    all_forums(sort: \"position\") {\n      records {\n        id\n        name\n        is_open\n        is_private\n        moderation_enabled\n        categories_count\n        suggestions_count\n        open_suggestions_count\n        position\n        updated_at\n      }\n    }\n    current_subdomain {\n      id\n      moderation_enabled\n      default_forum {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SettingsForumsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsForum($id: ID!) {\n    forum(id: $id) {\n      id\n      name\n      is_open\n      prompt\n      placeholder\n      welcome_message\n      logo_url\n      default_locale\n      default_sort\n      category_required\n      classic_voting\n      votes_allowed\n      importance_enabled\n      moderation_enabled\n      allow_requests\n      is_private\n      authorization_operator\n      allow_sso_user_by_default\n      allow_by_ip\n      allow_by_email_domain\n      access_denied_message\n      access_ips {\n        id\n        ip\n      }\n      access_email_domains {\n        id\n        domain\n      }\n      categories {\n        id\n        name\n        open_suggestions_count\n      }\n      updated_at\n    }\n  }\n"): typeof import('./graphql.ts').SettingsForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsLanguages {\n    languages {\n      locale\n      localized_name\n    }\n  }\n"): typeof import('./graphql.ts').SettingsLanguagesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenameLabel($id: ID!, $name: String, $if_updated_at: String) {\n    label_update(id: $id, name: $name, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').RenameLabelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MoveLabel($id: ID!, $parent_id: ID, $if_updated_at: String) {\n    label_update(id: $id, parent_id: $parent_id, if_updated_at: $if_updated_at) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').MoveLabelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetLabelState($id: ID!, $state: String) {\n    label_update(id: $id, state: $state) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SetLabelStateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LimitLabel($label_id: ID!, $forum_ids: [ID!]!) {\n    label_forum_change(label_id: $label_id, forum_ids: $forum_ids) {\n      label_id\n      unlinked_count\n    }\n  }\n"): typeof import('./graphql.ts').LimitLabelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteLabel($id: ID!) {\n    label_delete(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteLabelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsLabels {\n    all_labels(sort: \"full_name\") {\n      records {\n        id\n        name\n        full_name\n        level\n        state\n        parent_id\n        forum_ids\n        open_suggestions_count\n        updated_at\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SettingsLabelsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LabelCarriers($label: [ID!], $forum: [ID!], $state: [String!], $per_page: Int) {\n    suggestions(label: $label, forum: $forum, state: $state, per_page: $per_page, sort: \"id\") {\n      total_records\n      records {\n        id\n        title\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LabelCarriersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsMail($q: String) {\n    mail_state(q: $q) {\n      delivery\n      relay\n      mail_domain\n      takes_replies\n      is_off_by_account\n      held_since\n      waiting_count\n      outbox_count\n      suppressions_count\n      suppressions {\n        email_address\n        reason\n        details\n        created_by_name\n        can_remove\n        created_at\n      }\n    }\n    current_subdomain {\n      id\n      from_domain\n      from_domain_verified\n      usual_from_address\n      automatic_reply_address\n      prevent_email_notifications\n      mail_tracking\n    }\n  }\n"): typeof import('./graphql.ts').SettingsMailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsMailings {\n    mailings(per_page: 20) {\n      records {\n        id\n        kind\n        state\n        subject\n        expected_count\n        sent_count\n        outbox_count\n        failed_count\n        unknown_count\n        created_at\n        suggestion {\n          id\n          title\n        }\n      }\n    }\n    outbox_mails {\n      id\n      to\n      subject\n      preview\n      created_at\n    }\n  }\n"): typeof import('./graphql.ts').SettingsMailingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SettingsMailFailures($mailing: [ID!]) {\n    deliveries(mailing: $mailing, state: [\"failed\", \"unknown\"], per_page: 100) {\n      records {\n        id\n        email_address\n        state\n        reason\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SettingsMailFailuresDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CheckMail {\n    mail_check {\n      step\n      state\n      sentence\n    }\n  }\n"): typeof import('./graphql.ts').CheckMailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveMailSwitches($prevent_email_notifications: Boolean, $mail_tracking: Boolean) {\n    subdomain_update(\n      prevent_email_notifications: $prevent_email_notifications\n      mail_tracking: $mail_tracking\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SaveMailSwitchesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddMailSuppression($email_address: String!, $details: String) {\n    mail_suppression_create(email_address: $email_address, details: $details)\n  }\n"): typeof import('./graphql.ts').AddMailSuppressionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveMailSuppression($email_address: String!) {\n    mail_suppression_delete(email_address: $email_address)\n  }\n"): typeof import('./graphql.ts').RemoveMailSuppressionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnProfile {\n    own_profile {\n      email_address\n      email_confirmed\n      pending_email_address\n      pending_email_until\n      has_password\n    }\n    own_sessions {\n      id\n      browser\n      network\n      created_at\n      last_used_at\n      is_current\n    }\n  }\n"): typeof import('./graphql.ts').OwnProfileDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndOwnSession($id: ID!) {\n    own_session_end(id: $id)\n  }\n"): typeof import('./graphql.ts').EndOwnSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndOtherSessions {\n    own_sessions_end_others\n  }\n"): typeof import('./graphql.ts').EndOtherSessionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeOwnPassword($current_password: String!, $password: String!) {\n    own_password_update(current_password: $current_password, password: $password)\n  }\n"): typeof import('./graphql.ts').ChangeOwnPasswordDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeOwnEmail($email_address: String!, $current_password: String) {\n    own_email_update(email_address: $email_address, current_password: $current_password) {\n      pending_email_address\n    }\n  }\n"): typeof import('./graphql.ts').ChangeOwnEmailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelOwnEmail {\n    own_email_cancel {\n      pending_email_address\n    }\n  }\n"): typeof import('./graphql.ts').CancelOwnEmailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelStatusIdea($id: ID!) {\n    suggestion(id: $id) {\n      id\n      title\n      status {\n        id\n        name\n      }\n      internal_status {\n        id\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelStatusIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelPublicStatuses {\n    all_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n        is_default\n        default_html_text\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelPublicStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelInternalStatuses {\n    all_internal_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_default\n        default_html_text\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelInternalStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelStatusUpdate($id: ID!, $withFiles: Boolean!) {\n    status_update(id: $id) {\n      id\n      html_body\n      updated_at\n      changes_status\n      new_status {\n        id\n        name\n        hex_color\n      }\n      mailing {\n        id\n        state\n      }\n      attachments @include(if: $withFiles) {\n        ...AttachedFile\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelStatusUpdateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelInternalStatusUpdate($id: ID!, $withFiles: Boolean!) {\n    internal_status_update(id: $id) {\n      id\n      html_text\n      updated_at\n      new_internal_status {\n        id\n        name\n        hex_color\n      }\n      mailing {\n        id\n        state\n      }\n      attachments @include(if: $withFiles) {\n        ...AttachedFile\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PanelInternalStatusUpdateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SentMailing on Mailing {\n    id\n    state\n    expected_count\n    send_after\n    created_at\n  }\n"): typeof import('./graphql.ts').SentMailingFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PostStatus(\n    $links: StatusUpdateLinks!\n    $notifySupporters: Boolean\n    $htmlBody: String\n    $attachmentTokens: [String!]\n    $notificationEmailAddress: String\n    $fromEmail: String\n  ) {\n    status_update_create(\n      links: $links\n      notifySupporters: $notifySupporters\n      htmlBody: $htmlBody\n      attachmentTokens: $attachmentTokens\n      notificationEmailAddress: $notificationEmailAddress\n      fromEmail: $fromEmail\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PostStatusDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PostInternalStatus(\n    $links: InternalStatusUpdateLinks!\n    $notifySupporters: Boolean\n    $htmlText: String\n    $attachmentTokens: [String!]\n  ) {\n    internal_status_update_create(\n      links: $links\n      notifySupporters: $notifySupporters\n      htmlText: $htmlText\n      attachmentTokens: $attachmentTokens\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PostInternalStatusDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveStatusUpdate(\n    $id: ID!\n    $attachmentTokens: [String!]\n    $htmlBody: String\n    $if_updated_at: String\n  ) {\n    status_update_update(\n      id: $id\n      attachmentTokens: $attachmentTokens\n      htmlBody: $htmlBody\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SaveStatusUpdateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveInternalStatusUpdate(\n    $id: ID!\n    $attachmentTokens: [String!]\n    $htmlText: String\n    $if_updated_at: String\n  ) {\n    internal_status_update_update(\n      id: $id\n      attachmentTokens: $attachmentTokens\n      htmlText: $htmlText\n      if_updated_at: $if_updated_at\n    ) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').SaveInternalStatusUpdateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelMessageIdea($id: ID!) {\n    suggestion(id: $id) {\n      id\n      title\n    }\n  }\n"): typeof import('./graphql.ts').PanelMessageIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendMessage(\n    $links: SupporterMessageLinks!\n    $body: String!\n    $emailSubject: String\n    $fromEmail: String\n    $notificationEmailAddress: String\n    $attachmentTokens: [String!]\n    $copiesReplies: Boolean\n  ) {\n    supporter_message_create(\n      links: $links\n      body: $body\n      emailSubject: $emailSubject\n      fromEmail: $fromEmail\n      notificationEmailAddress: $notificationEmailAddress\n      attachmentTokens: $attachmentTokens\n      copiesReplies: $copiesReplies\n    ) {\n      id\n      mailing {\n        ...SentMailing\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SendMessageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CallMailBack($id: ID!) {\n    mailing_call_back(id: $id) {\n      id\n      state\n    }\n  }\n"): typeof import('./graphql.ts').CallMailBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PanelMailSettings {\n    current_subdomain {\n      id\n      usual_from_address\n      automatic_reply_address\n      from_domain\n      from_domain_verified\n      takes_replies\n    }\n  }\n"): typeof import('./graphql.ts').PanelMailSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PreviewedRecipients on RecipientPreview {\n    recipients_count\n    recipients {\n      id\n      name\n      email_address\n    }\n    left_out_count\n    left_out {\n      reason\n      sentence\n      count\n      people {\n        id\n        name\n        email_address\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PreviewedRecipientsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RecipientPreview($suggestion: ID!, $kind: String!) {\n    recipient_preview(suggestion: $suggestion, kind: $kind) {\n      ...PreviewedRecipients\n    }\n  }\n"): typeof import('./graphql.ts').RecipientPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BulkStatusPreview($ids: [ID!], $status: ID, $internal_status: ID) {\n    bulk_status_preview(ids: $ids, status: $status, internal_status: $internal_status) {\n      changed_count\n      mails_count\n      people {\n        ...PreviewedRecipients\n      }\n    }\n  }\n"): typeof import('./graphql.ts').BulkStatusPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BulkStatus(\n    $ids: [ID!]\n    $status: ID\n    $internal_status: ID\n    $html_body: String\n    $notify_supporters: Boolean\n    $attachmentTokens: [String!]\n    $notificationEmailAddress: String\n    $fromEmail: String\n  ) {\n    suggestions_bulk_status(\n      ids: $ids\n      status: $status\n      internal_status: $internal_status\n      html_body: $html_body\n      notify_supporters: $notify_supporters\n      attachmentTokens: $attachmentTokens\n      notificationEmailAddress: $notificationEmailAddress\n      fromEmail: $fromEmail\n    ) {\n      changed_count\n      skipped_count\n      undo_id\n      mails_count\n      mails_wait_seconds\n    }\n  }\n"): typeof import('./graphql.ts').BulkStatusDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation QuickCreateIdea($title: String!, $links: SuggestionLinks!, $creator: SuggestionCreator) {\n    suggestion_create(title: $title, links: $links, creator: $creator) {\n      ...IdeaSummary\n    }\n  }\n"): typeof import('./graphql.ts').QuickCreateIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DefaultForum {\n    current_subdomain {\n      id\n      default_forum {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DefaultForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlaceForum($id: ID!) {\n    forum(id: $id) {\n      id\n      name\n      is_open\n      category_required\n    }\n  }\n"): typeof import('./graphql.ts').PlaceForumDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteFeedback($id: ID!) {\n    feedback_record_delete(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteFeedbackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteComment($id: ID!) {\n    comment_delete(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteCommentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarkCommentAsSpam($id: ID!) {\n    comment_spam(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').MarkCommentAsSpamDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteIdea($id: ID!) {\n    suggestion_delete(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RestoreFeedback($id: ID!) {\n    feedback_record_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').RestoreFeedbackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RestoreComment($id: ID!) {\n    comment_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').RestoreCommentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RestoreIdea($id: ID!) {\n    suggestion_restore(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').RestoreIdeaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment IdeaSummary on Suggestion {\n    id\n    title\n    excerpt\n    votes_count\n    supporter_revenue\n    status {\n      id\n      name\n      hex_color\n    }\n    forum {\n      id\n      name\n    }\n  }\n"): typeof import('./graphql.ts').IdeaSummaryFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SearchIdeas($q: String, $sort: String, $perPage: Int) {\n    suggestions(q: $q, sort: $sort, perPage: $perPage) {\n      records {\n        ...IdeaSummary\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SearchIdeasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IdeaPreview($id: ID!) {\n    suggestion(id: $id) {\n      ...IdeaSummary\n      body\n      body_mime_type\n      state\n      created_at\n      comments_count\n      requests_count\n      supporting_accounts_count\n      category {\n        id\n        name\n      }\n      labels {\n        id\n        full_name\n      }\n      created_by {\n        id\n        name\n        email_address\n        avatar_url\n        satisfaction_score\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IdeaPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PickedUser on User {\n    id\n    name\n    email_address\n    avatar_url\n    satisfaction_score\n    crm_account {\n      id\n      name\n    }\n  }\n"): typeof import('./graphql.ts').PickedUserFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SearchUsers($q: String, $sort: String) {\n    users(q: $q, perPage: 20, sort: $sort) {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SearchUsersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SearchTeam($q: String) {\n    users(\n      q: $q\n      license_type: [\"owner\", \"full\", \"support\", \"contributor\"]\n      allowed_state: [\"allowed\"]\n      perPage: 100\n      sort: \"name\"\n    ) {\n      records {\n        ...PickedUser\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SearchTeamDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FindOrCreateUser($email: String!, $name: String!) {\n    users_find_or_create(email: $email, name: $name) {\n      ...PickedUser\n    }\n  }\n"): typeof import('./graphql.ts').FindOrCreateUserDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickForums {\n    all_forums(sort: \"position\") {\n      records {\n        id\n        name\n        is_open\n        is_private\n        category_required\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickForumsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickCategories($forum: [ID!]) {\n    all_categories(forum: $forum, sort: \"position\") {\n      records {\n        id\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickCategoriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickLabels($forum: [ID!]) {\n    all_labels(state: [\"active\"], forum: $forum, sort: \"full_name\") {\n      records {\n        id\n        name\n        full_name\n        level\n        parent_id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickLabelsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateLabel($name: String!, $parent_id: ID) {\n    label_create(name: $name, parent_id: $parent_id) {\n      id\n      name\n      full_name\n    }\n  }\n"): typeof import('./graphql.ts').CreateLabelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickStatuses {\n    all_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n        is_open\n        allow_comments\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickInternalStatuses {\n    all_internal_statuses(sort: \"position\") {\n      records {\n        id\n        name\n        hex_color\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickInternalStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickAccounts($q: String) {\n    external_accounts(q: $q, perPage: 50, sort: \"-revenue\") {\n      records {\n        id\n        name\n        revenue\n        users_count\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickAccountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AttachedFile on Attachment {\n    id\n    file_name\n    content_type\n    size_in_bytes\n    url\n    thumb_url\n    token\n  }\n"): typeof import('./graphql.ts').AttachedFileFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AttachmentsOf($suggestion: [ID!], $comment: [ID!], $feedback_record: [ID!], $perPage: Int) {\n    attachments(\n      suggestion: $suggestion\n      comment: $comment\n      feedback_record: $feedback_record\n      perPage: $perPage\n    ) {\n      records {\n        ...AttachedFile\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AttachmentsOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteAttachment($id: ID!) {\n    attachment_delete(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').DeleteAttachmentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SubscriptionStatus($suggestion: ID!, $user: ID!) {\n    user_subscription_status(suggestion: $suggestion, user: $user) {\n      subscribed\n      is_watching\n    }\n  }\n"): typeof import('./graphql.ts').SubscriptionStatusDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

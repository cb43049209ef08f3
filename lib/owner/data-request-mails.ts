import 'server-only'

import type { DataRequest, DataRequestKind } from '#lib/account/data-request.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import type { MailKind } from '#lib/mail/placeholders.ts'

const REQUEST_LABELS: Readonly<Record<DataRequestKind, string>> = {
  export: '一份個人資料複本',
  erase: '刪除個人資料',
}

const OUTCOME_LABELS: Readonly<Record<DataRequestKind, string>> = {
  export: '資料複本會另外寄到這個信箱。',
  erase: '帳號與可以刪除的資料都已刪除。依法須保存的訂單，保存期滿即刪除。',
}

/** A mail about a request of a member's, once for each request, or none if the member has no e-mail. */
export function dataRequestMails(
  { uid, email, kind, requestedAt }: DataRequest,
  step: 'requested' | 'done',
): readonly MailDraft[] {
  const values = {
    data_request: REQUEST_LABELS[kind],
    ...(step === 'done' ? { data_outcome: OUTCOME_LABELS[kind] } : {}),
  }
  const draft = (of: MailKind): MailDraft => {
    const event = `${of}-${kind}-${uid}-${requestedAt.slice(0, 10)}`
    return { id: event, event, kind: of, values }
  }
  const to = { address: email, name: '' }
  return [
    ...(email === '' ? [] : [{ ...draft(`data-${step}`), to }]),
    ...(step === 'requested' ? [draft('owner-data-request')] : []),
  ]
}

/** Writes the mails of a step of these requests into the outbox, each once. Throws DatabaseUnavailable. */
export async function writeDataRequestMails(
  requests: readonly DataRequest[],
  step: 'requested' | 'done',
  now: Date,
): Promise<void> {
  if (!isMailEnabled()) return
  for (const draft of requests.flatMap((request) => dataRequestMails(request, step))) {
    await writeMailOnce(draft, now)
  }
}

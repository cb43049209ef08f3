'use client'
import { useState } from 'react'

import { showOutcome } from '#components/owner/form/outcome.tsx'
import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import { reauthenticate, type Reauthentication } from '#components/owner/proof/reauthenticate.ts'
import { reauthenticationFailureText } from '#components/owner/proof/reauthentication-failure.ts'
import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/session.ts'
import type { Exchange } from '#lib/account/sign-in.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { Result } from '#lib/result.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/** Result of a refund: amount in whole TWD, and its state. */
export type RefundOutcome = {
  readonly amount: number
  readonly state: 'done' | 'pending' | 'sending' | 'by-hand' | 'refused'
  /** When it is sent, where its provider takes none now (ISO 8601). */
  readonly notBefore?: string | undefined
}

/** The server action that gives money back; `proof` is the ID token of a sign-in made for it. */
export type RefundAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<RefundOutcome, OwnerFailure>>

function outcomeText({ amount, state, notBefore }: RefundOutcome, provider: string): string {
  if (state === 'done') return `已退款 ${formatPrice(amount)}。`
  if (state === 'pending') return closeUp(`${provider} 正在處理 ${formatPrice(amount)} 的退款。`)
  if (state === 'by-hand')
    return `已登記要退 ${formatPrice(amount)}；請照「人工退款」的步驟退還，再填寫日期。`
  if (notBefore !== undefined)
    return closeUp(
      `已登記要退 ${formatPrice(amount)}；${provider} 目前無法退款，${formatTime(new Date(notBefore))} 之後自動退款，無須再按。`,
    )
  return `尚未確認 ${formatPrice(amount)} 是否已退款；系統會自動查明，不會重複退款。`
}

/** The form of a refund. Each has a new key; a press whose answer was lost is repeated under its own. */
export function useRefund(input: {
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly refund: RefundAction
  /** Provider of the order's payment. */
  readonly provider: string
}) {
  const { config, proof, refund, provider } = input
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy: pending, form } = useSubmit(async (fields) => {
    setProblems(null)
    const { password = '', ...request } = textFields(fields)
    const answers: RefundOutcome[] = []
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(refund, { ...request, key, proof: idToken })
      if (answer.ok) answers.push(answer.data)
      return answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok)
      return setProblems({
        title: reauthenticationFailureText(answer, 'refund', provider),
      })
    showOutcome(answers.map((refundOutcome) => outcomeText(refundOutcome, provider)).join(''))
    setKey(crypto.randomUUID())
  })
  return { key, problems, pending, form }
}

'use client'
import { useId, useState } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { reauthenticate, type Reauthentication } from '#components/owner/proof/reauthenticate.ts'
import { reauthenticationFailureText } from '#components/owner/proof/reauthentication-failure.ts'
import { ReauthenticationFields } from '#components/owner/proof/reauthentication-fields.tsx'
import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { FactList } from '#components/ui/facts.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/session.ts'
import type { Exchange } from '#lib/account/sign-in.ts'
import { bankText, type RefundAccount as Account } from '#lib/payment/refund/bank-account.ts'
import type { Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/** What it takes to show the account of a refund: the owner's proof, and the action that reads it. */
export type RefundAccountProps = {
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly show: (
    fields: Readonly<Record<string, string>>,
  ) => Promise<Result<Account & { readonly givenAt: string }, OwnerFailure>>
}

function Copied({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text} <CopyButton text={text} name={name} />
    </>
  )
}

/** The account that a buyer named for a refund by transfer, shown after the owner signed in again, until the page is left. */
export function RefundAccount({
  orderId,
  number,
  givenAt,
  config,
  proof,
  show,
}: RefundAccountProps & { orderId: string; number: number; givenAt: string }) {
  const id = useId()
  usePreloadedAuthClient(config)
  const [account, setAccount] = useState<(Account & { readonly givenAt: string }) | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (fields) => {
    setProblems(null)
    const { password = '', ...request } = textFields(fields)
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(show, { ...request, proof: idToken })
      if (answer.ok) setAccount(answer.data)
      return answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok) setProblems({ title: reauthenticationFailureText(answer, 'proof') })
  })
  // One that was named since is another account.
  if (account && account.givenAt === givenAt) {
    return (
      <div ref={focusOnAppearance} tabIndex={-1}>
        <FactList
          className={styles.facts}
          facts={[
            ['銀行', <Copied key="bank" text={bankText(account.bank)} name="銀行" />],
            ['帳號', <Copied key="account" text={account.account} name="帳號" />],
            ['戶名', <Copied key="holder" text={account.holder} name="戶名" />],
          ]}
        />
      </div>
    )
  }
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <p>買家已於 {formatTime(new Date(givenAt))} 填寫退款帳戶。</p>
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="number" value={number} />
      <div className={styles.fields}>
        <ReauthenticationFields id={id} proof={proof} />
      </div>
      <Button type="submit" variant="secondary" pending={busy}>
        {busy ? '確認中…' : '看退款帳戶'}
      </Button>
    </form>
  )
}

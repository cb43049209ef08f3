'use client'
import { useId, useState } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { showOutcome } from '#components/owner/form/outcome.tsx'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { Panel } from '#components/owner/form/panel.tsx'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { reauthenticate, type Reauthentication } from '#components/owner/proof/reauthenticate.ts'
import { reauthenticationFailureText } from '#components/owner/proof/reauthentication-failure.ts'
import { ReauthenticationFields } from '#components/owner/proof/reauthentication-fields.tsx'
import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { WebConfig } from '#lib/account/session.ts'
import type { Exchange } from '#lib/account/sign-in.ts'
import { COPY_FILES, COPY_FORMS } from '#lib/owner/copy-form.ts'
import { ERASURE_OPEN, erasureText } from '#lib/owner/erasure-text.ts'
import type { ErasureResult } from '#lib/privacy/erase-customer.ts'
import type { Result } from '#lib/result.ts'
import { customerFile } from '#lib/routes/owner-paths.ts'

type Action<Data> = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Data, OwnerFailure>>

type Tools = {
  readonly customer: string
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly copy: Action<{ readonly file: string; readonly orders: number }>
  readonly erase: Action<ErasureResult>
}

// Gives all that is kept as one file.
function Copy({ customer, copy }: Pick<Tools, 'customer' | 'copy'>) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    const chosen = COPY_FORMS.find((one) => one === formData.get('form')) ?? 'page'
    const answer = await callOwnerAction(copy, { customer, form: chosen }).catch(lostCall)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    const { type, end } = COPY_FILES[chosen]
    saveFile(customerFile(customer, end), new Blob([answer.data.file], { type }))
    showOutcome('已下載，請交給這位顧客。')
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <p className={styles.soft}>
        帳號、收件資料、訂單與信件，全部在一個檔案裡：資料複本用瀏覽器打開即可查看、列印；JSON
        是同樣的資料，供電腦讀取。下載後，會員的申請即視為處理完成。
      </p>
      <div className={styles.bulk}>
        <Button type="submit" name="form" value="page" pending={busy}>
          {busy ? '處理中…' : '下載資料複本'}
        </Button>
        <Button type="submit" name="form" value="json" variant="quiet" pending={busy}>
          下載 JSON
        </Button>
      </div>
    </form>
  )
}

// Kept data with its reason, or why nothing was erased.
function Outcome({ erased }: { erased: ErasureResult }) {
  const { hadAccount, isDone, orders } = erased
  const isOpen = orders.some(({ erasure }) => erasure.kind === 'open')
  const account = hadAccount ? '已刪除帳號、預設收件資料和登入方式' : '這位顧客沒有帳號'
  const rest = isDone ? '' : '訂單很多，系統會在背景繼續處理。'
  const title = isOpen ? `${ERASURE_OPEN}。` : `${account}。${rest}`
  return (
    <Notice kind={isOpen ? 'error' : 'success'} title={title}>
      <ul className={styles.plain}>
        {orders.map(({ id, number, erasure }) => (
          <li key={id}>
            {number}：{erasureText(erasure)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Gives a copy of a customer's data, or erases it after the owner signed in once more; what came of that stays on the page. */
export function CustomerTools({
  customer,
  isKnown,
  copy,
  config,
  proof,
  erase,
}: Omit<Tools, 'customer'> & { customer: string | undefined; isKnown: boolean }) {
  const id = useId()
  const [problems, setProblems] = useState<Problems | null>(null)
  const [erased, setErased] = useState<ErasureResult | null>(null)
  usePreloadedAuthClient(config)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    setErased(null)
    const { password = '' } = textFields(formData)
    const answers: ErasureResult[] = []
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(erase, { customer: customer ?? '', proof: idToken })
      if (answer.ok) answers.push(answer.data)
      return answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok) return setProblems({ title: reauthenticationFailureText(answer, 'erase') })
    setErased(answers[0] ?? null)
  })
  return (
    <>
      {erased ? <Outcome erased={erased} /> : null}
      {isKnown && customer !== undefined ? (
        <section className={styles.panels} aria-label="處理這位顧客的資料">
          <Panel title="給一份資料複本">
            <Copy customer={customer} copy={copy} />
          </Panel>
          <Panel title="刪除資料">
            <form {...form} className={styles.form}>
              <ErrorSummary problems={problems} />
              <p className={styles.soft}>刪除後無法復原；法律要求保存的訂單會留下。</p>
              <div className={styles.fields}>
                <ReauthenticationFields id={id} proof={proof} />
              </div>
              <Button type="submit" variant="danger" pending={busy}>
                {busy ? '刪除中…' : '刪除這位顧客的資料'}
              </Button>
            </form>
          </Panel>
        </section>
      ) : null}
    </>
  )
}

/** The server action that finds a customer, passed by the page; an e-mail stands in no address. */

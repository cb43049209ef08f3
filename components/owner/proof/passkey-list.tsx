'use client'
import { startRegistration } from '@simplewebauthn/browser'
import { useState, useTransition } from 'react'

import { PrintButton } from '#components/order/print-button.tsx'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Passkey } from '#lib/passkey/passkey-record.ts'
import type { Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { withProof } from './with-proof.ts'

type Action<Data> = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Data, OwnerFailure>>

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

type Codes = { readonly codes: readonly string[] }

type PasskeyRow = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'usedAt'>

type Tools = {
  readonly begin: Action<RegistrationOptions>
  readonly finish: Action<Codes>
  readonly remove: Action<null>
  readonly renew: Action<Codes>
}

async function make({ begin, finish }: Tools): Promise<Result<Codes, OwnerFailure>> {
  const begun = await callAction(begin, {}).catch(lostCall)
  if (!begun.ok) return begun
  const response = await startRegistration({ optionsJSON: begun.data }).catch(() => null)
  if (response === null) return { ok: false, code: 'refused' }
  return callAction(finish, { response: JSON.stringify(response) }).catch(lostCall)
}

function usePasskeys(tools: Tools) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<Problems | null>(null)
  const [isBusy, startTransition] = useTransition()
  const run = (work: () => Promise<Result<Codes | null, OwnerFailure>>) =>
    startTransition(async () => {
      setProblems(null)
      const answer = await withProof(() => callAction(work)).catch(lostCall)
      if (!answer.ok) setProblems({ title: failureText(answer) })
      else if (answer.data) setCodes(answer.data.codes)
    })
  return {
    codes,
    problems,
    isBusy,
    add: () => run(() => make(tools)),
    remove: (id: string) => run(() => tools.remove({ id })),
    renew: () => run(() => tools.renew({})),
  }
}

/** The owner's passkeys, and the ways to add and remove them and to get new recovery codes. */
export function PasskeyList({ passkeys, ...tools }: Tools & { passkeys: readonly PasskeyRow[] }) {
  const { codes, problems, isBusy, add, remove, renew } = usePasskeys(tools)
  return (
    <section className={styles.section}>
      <h2>通行密鑰</h2>
      <p className={styles.soft}>
        加入後，開啟店主頁面、退款和下載資料除了密碼，還要用這台裝置的指紋、臉孔或 PIN
        確認。請至少加入兩台裝置：在第二台登入後，用第一台的手機掃 QR
        碼，或填一組備援碼確認，再到這一頁加入那一台。
      </p>
      <ErrorSummary problems={problems} />
      {codes.length === 0 ? null : (
        <Notice kind="success" title="請立即抄寫、複製或列印備援碼。離開這一頁後不會再顯示。">
          <p>換新裝置，或手邊沒有已加入的裝置時，可用一組確認身分。每組只能用一次。</p>
          <ul className={styles.plain}>
            {codes.map((code) => (
              <li key={code} className="figures">
                {code}
              </li>
            ))}
          </ul>
          <div className={styles.tools}>
            <CopyButton text={codes.join('\n')} name="備援碼" isNamed />
            <PrintButton label="列印備援碼" />
          </div>
        </Notice>
      )}
      {passkeys.length === 0 ? <p>尚無通行密鑰。</p> : null}
      <ul className={styles.plain}>
        {passkeys.map(({ id, name, createdAt, usedAt }) => (
          <li key={id}>
            {name}（{formatTime(new Date(createdAt))} 加入
            {usedAt === undefined ? '' : `，${formatTime(new Date(usedAt))} 用過`}）
            <Button
              variant="quiet"
              pending={isBusy}
              aria-label={`移除 ${name}`}
              onClick={() => remove(id)}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Button pending={isBusy} onClick={add}>
          加入這台裝置的通行密鑰
        </Button>
        {passkeys.length === 0 ? null : (
          <Button pending={isBusy} onClick={renew}>
            產生新的備援碼
          </Button>
        )}
      </div>
    </section>
  )
}

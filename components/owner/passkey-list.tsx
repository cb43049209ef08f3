'use client'

import { startRegistration } from '@simplewebauthn/browser'
import { useState, useTransition } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Passkey } from '#lib/passkey/passkey.ts'
import type { Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

import { failureText, type OwnerFailure } from './messages.ts'
import styles from './owner.module.css'

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

const AWAY = { ok: false, code: 'away' } as const

async function make({ begin, finish }: Tools): Promise<Result<Codes, OwnerFailure>> {
  const begun = await callAction(begin, {}).catch(() => AWAY)
  if (!begun.ok) return begun
  const response = await startRegistration({ optionsJSON: begun.data }).catch(() => null)
  if (response === null) return { ok: false, code: 'refused' }
  return callAction(finish, { response: JSON.stringify(response) }).catch(() => AWAY)
}

function Recovery({ codes }: Codes) {
  if (codes.length === 0) return null
  return (
    <Notice kind="success" title="請現在抄下或列印備援碼：離開這一頁後不會再顯示。">
      <ul className={styles.plain}>
        {codes.map((code) => (
          <li key={code} className="figures">
            {code}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function usePasskeys(tools: Tools) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<Problems | null>(null)
  const [isBusy, startTransition] = useTransition()
  const run = (work: () => Promise<Result<Codes | null, OwnerFailure>>) =>
    startTransition(async () => {
      setProblems(null)
      const answer = await callAction(work).catch(() => AWAY)
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
        確認。請至少加入兩台裝置。
      </p>
      <ErrorSummary problems={problems} />
      <Recovery codes={codes} />
      {passkeys.length === 0 ? <p>還沒有通行密鑰。</p> : null}
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

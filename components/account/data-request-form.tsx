'use client'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { DataRequestKind } from '#lib/account/data-request.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import styles from './account.module.css'
import { adviceOn } from './messages.ts'
import { DATA_LABELS } from './settings-messages.ts'

/** The server action that leaves a request about the member's data, passed by the page. */
export type RequestData = (input: {
  kind: DataRequestKind
}) => Promise<Result<null, 'email-unverified'> | ActionFailure>

const KINDS: readonly DataRequestKind[] = ['export', 'erase']

/** Requests a copy or the erasure of the member's data. A pending request stays visible. */
export function DataSection({
  openRequests: requests,
  request,
}: {
  openRequests: readonly DataRequestKind[]
  request: RequestData
}) {
  const router = useRouter()
  const [sent, setSent] = useState<readonly DataRequestKind[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, startTransition] = useTransition()
  const known = new Set([...requests, ...sent])

  const send = (kind: DataRequestKind) =>
    startTransition(async () => {
      setProblem(null)
      const answer = await callAction(request, { kind }).catch(lostCall)
      if (answer.ok) setSent([...sent, kind])
      else if (answer.code === 'signed-out') router.push(loginPath(PATHS.settings))
      else setProblem(adviceOn(answer))
    })

  return (
    <section className={styles.section}>
      <h2>我的資料</h2>
      <p className={styles.note}>{DATA_LABELS.note}</p>
      <p>
        <Link href={PATHS.ownData}>{DATA_LABELS.read}</Link>
      </p>
      {problem === null ? null : <Notice kind="error" title={problem} />}
      {KINDS.map((kind) =>
        known.has(kind) ? (
          <Notice
            key={kind}
            kind="success"
            title={DATA_LABELS[kind].asked}
            ref={sent.includes(kind) ? focusOnAppearance : null}
          />
        ) : (
          <p key={kind}>
            <Button pending={isBusy} onClick={() => send(kind)}>
              {DATA_LABELS[kind].ask}
            </Button>
          </p>
        ),
      )}
    </section>
  )
}

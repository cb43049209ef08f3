'use client'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ActionFailure, Failure, Result } from '#lib/result.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import styles from './account.module.css'
import { adviceOn, type FormFailure } from './messages.ts'
import { DATA_WORDS, PROFILE_FAILED, PROFILE_SAVED } from './settings-messages.ts'
import type { MemberSettings, Profile } from '#lib/account/account.ts'
import {
  ErrorSummary,
  focusOnArrival,
  type Problems,
  textIn,
  useSubmit,
} from '#components/ui/form.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { City } from '#lib/delivery/districts.ts'
import { EMPTY_RECIPIENT, type Recipient } from '#lib/delivery/recipient.ts'
import { announceSignIn, SignInElsewhere } from './session-watch.tsx'
import { AddressFields, PersonFields, StoreField } from '#components/delivery/recipient-fields.tsx'
import { StorePicker } from '#components/delivery/store-picker.tsx'
import type { DataRequestKind } from '#lib/account/data-request.ts'

/** The server action that leaves a request about the member's data, handed down by the page. */
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
      <p className={styles.note}>{DATA_WORDS.note}</p>
      <p>
        <Link href={PATHS.ownData}>{DATA_WORDS.read}</Link>
      </p>
      {problem === null ? null : <Notice kind="error" title={problem} />}
      {KINDS.map((kind) =>
        known.has(kind) ? (
          <Notice
            key={kind}
            kind="success"
            title={DATA_WORDS[kind].asked}
            ref={sent.includes(kind) ? focusOnArrival : null}
          />
        ) : (
          <p key={kind}>
            <Button pending={isBusy} onClick={() => send(kind)}>
              {DATA_WORDS[kind].ask}
            </Button>
          </p>
        ),
      )}
    </section>
  )
}

const NOTHING_WRONG = {}

/** The recipient that checkout starts from; nothing is required here. */
export function RecipientDefaults({
  value,
  cities,
  picksStores,
  onChange,
}: {
  value: Recipient
  cities: readonly City[]
  /** Whether stores are picked from the chains' lists. */
  picksStores: boolean
  onChange: (change: Partial<Recipient>) => void
}) {
  const form = { value, problems: NOTHING_WRONG, onChange }
  return (
    <fieldset className={styles.group}>
      <legend>預設收件資料</legend>
      <p className={styles.note}>結帳時會自動填入，仍可修改。</p>
      <PersonFields form={form} withEmail={false} />
      <AddressFields form={form} cities={cities} />
      {picksStores ? (
        <StorePicker form={form} cities={cities} optional />
      ) : (
        <StoreField form={form} optional />
      )}
    </fieldset>
  )
}

type Save = (
  settings: MemberSettings,
) => Promise<
  | { ok: true }
  | Failure<Extract<FormFailure, 'signed-out' | 'malformed' | 'too-often' | 'unavailable'>>
>

/** Display name, contact phone and recipient defaults, saved together; nothing typed is lost when that fails. */
export function SettingsForm(props: {
  name: string
  phone: string
  profile: Profile
  cities: readonly City[]
  picksStores: boolean
  save: Save
}) {
  const [recipient, setRecipient] = useState<Recipient>({ ...EMPTY_RECIPIENT, ...props.profile })
  const [outcome, setOutcome] = useState<FormFailure | 'saved' | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)

  const { busy, form, typed } = useSubmit(async (formData) => {
    const read = textIn(formData)
    const { email: _email, note: _note, ...profile } = recipient
    const settings = { name: read('displayName'), phone: read('phone-contact'), profile }
    setOutcome(null)
    setProblems(null)
    const answer = await callAction(props.save, settings).catch(lostCall)
    setOutcome(answer.ok ? 'saved' : answer.code)
    if (answer.ok) announceSignIn()
    else setProblems({ title: PROFILE_FAILED, advice: adviceOn(answer) })
    return answer.ok ? 'saved' : undefined
  })

  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      {outcome === 'signed-out' ? <SignInElsewhere here={PATHS.settings} /> : null}
      <h2>個人資料</h2>
      <TextField
        id="displayName"
        label="顯示名稱"
        autoComplete="nickname"
        maxLength={60}
        defaultValue={typed('displayName') || props.name}
      />
      <TextField
        id="phone-contact"
        label="聯絡電話"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        defaultValue={typed('phone-contact') || props.phone}
      />
      <RecipientDefaults
        value={recipient}
        cities={props.cities}
        picksStores={props.picksStores}
        onChange={(change) => setRecipient((now) => ({ ...now, ...change }))}
      />
      {outcome === 'saved' ? <Notice kind="success" title={PROFILE_SAVED} /> : null}
      <Button type="submit" variant="primary" pending={busy}>
        {busy ? '更新中…' : '更新資料'}
      </Button>
    </form>
  )
}

'use client'

import { useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { textIn, useSubmit } from '#components/ui/use-submit.ts'
import type { Profile, MemberSettings } from '#lib/account/standing.ts'
import type { City } from '#lib/delivery/districts.ts'
import { EMPTY_RECIPIENT, type Recipient } from '#lib/delivery/recipient.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'

import { announceSignIn, SignInElsewhere } from './session-watch.tsx'
import styles from './account.module.css'
import { adviceOn, type FormFailure, PROFILE_FAILED, PROFILE_SAVED } from './messages.ts'
import { AddressFields, PersonFields } from '#components/delivery/recipient-fields.tsx'
import { StoreField } from '#components/delivery/store-field.tsx'
import { StorePicker } from '#components/delivery/store-picker.tsx'

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

function profileOf(recipient: Recipient): Omit<Profile, 'email'> {
  const { email: _email, note: _note, ...profile } = recipient
  return profile
}

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

  const { busy, form, typed } = useSubmit(async (input) => {
    const read = textIn(input)
    const settings = { name: read('displayName'), phone: read('phone-contact') }
    setOutcome(null)
    setProblems(null)
    const answer = await callAction(props.save, {
      ...settings,
      profile: profileOf(recipient),
    }).catch(() => ({ ok: false, code: 'network' }) as const)
    setOutcome(answer.ok ? 'saved' : answer.code)
    if (answer.ok) announceSignIn()
    else setProblems({ title: PROFILE_FAILED, advice: adviceOn(answer) })
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

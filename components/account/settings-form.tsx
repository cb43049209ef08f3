'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { textIn } from '#components/ui/text-in.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { MemberSettings, Profile } from '#lib/account/account.ts'
import type { City } from '#lib/delivery/districts.ts'
import { EMPTY_RECIPIENT, type Recipient } from '#lib/delivery/recipient.ts'
import type { Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './account.module.css'
import { announceSignIn } from './announce-sign-in.ts'
import { adviceOn, type FormFailure } from './messages.ts'
import { RecipientDefaults } from './recipient-defaults.tsx'
import { PROFILE_FAILED, PROFILE_SAVED } from './settings-messages.ts'
import { SignInElsewhere } from './sign-in-elsewhere.tsx'

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

'use client'

import { PasswordField } from '#components/account/password-field.tsx'
import styles from '#components/owner/owner.module.css'
import type { Reauthentication } from './reauthenticate.ts'

const PROOF_LABELS = { 'google.com': 'Google', 'facebook.com': 'Facebook' } as const

/** Reauthentication before money moves or data is erased: password or provider's window. */
export function ReauthenticationFields({ id, proof }: { id: string; proof: Reauthentication }) {
  return proof.method === 'password' ? (
    <>
      <input type="text" autoComplete="username" value={proof.email} readOnly hidden />
      <PasswordField
        id={`${id}password`}
        name="password"
        label="您的密碼"
        autoComplete="current-password"
      />
    </>
  ) : (
    <p className={styles.soft}>按下後請在 {PROOF_LABELS[proof.method]} 視窗中再確認一次帳號。</p>
  )
}

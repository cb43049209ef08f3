'use client'

import { useState, useSyncExternalStore } from 'react'

import { Button } from '#components/ui/button.tsx'
import { hasSignedInBefore } from '#components/account/use-signed-in.ts'
import { PATHS } from '#lib/routes/paths.ts'

import { LoginForm, type LoginFormProps } from './login-form.tsx'
import { ForgottenPassword, TermsNote } from './sign-in-links.tsx'
import { SignupForm } from './signup-form.tsx'
import styles from './sign-in.module.css'

const neverChanges = () => () => {}

const WAYS = [
  ['new', '第一次購買'],
  ['member', '已經是會員'],
] as const

/** Signing in on the way to the checkout: a first purchase comes first, unless this browser has signed in before. */
export function CheckoutSignIn(props: LoginFormProps) {
  const isKnown = useSyncExternalStore(neverChanges, hasSignedInBefore, () => false)
  const [chosen, choose] = useState<'new' | 'member'>()
  const [wasStale] = useState(props.stale)
  const way = chosen ?? (isKnown || wasStale ? 'member' : 'new')
  return (
    <>
      <fieldset className={styles.ways} aria-label="登入或註冊">
        {WAYS.map(([name, label]) => (
          <Button key={name} aria-pressed={way === name} onClick={() => choose(name)}>
            {label}
          </Button>
        ))}
      </fieldset>
      {way === 'new' ? (
        <>
          <SignupForm
            {...props}
            next={props.target}
            unsent={`${PATHS.verifyEmail}?redirect=${encodeURIComponent(props.target)}&unsent=1`}
            withConfirmation={false}
            label="註冊並繼續結帳"
          />
          <TermsNote />
        </>
      ) : (
        <>
          <LoginForm {...props} />
          <ForgottenPassword />
        </>
      )}
    </>
  )
}

import { IntentLink } from '#components/ui/intent-link.tsx'
import { PATHS } from '#lib/site/paths.ts'

import styles from './sign-in.module.css'

/** The terms that registering accepts. */
export function TermsNote() {
  return (
    <p className={styles.note}>
      註冊即表示您同意
      <IntentLink href={PATHS.terms}>使用條款</IntentLink>與
      <IntentLink href={PATHS.policy}>隱私權政策</IntentLink>。
    </p>
  )
}

/** The way to a new password. */
export function ForgottenPassword() {
  return (
    <p className={styles.links}>
      <IntentLink href={PATHS.reset}>忘記密碼？</IntentLink>
    </p>
  )
}

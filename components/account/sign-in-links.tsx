import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'

import styles from './sign-in.module.css'

/** The terms that registering accepts. */
export function TermsNote() {
  return (
    <p className={styles.note}>
      註冊即表示您同意
      <Link href={PATHS.terms}>使用條款</Link>與<Link href={PATHS.policy}>隱私權政策</Link>。
    </p>
  )
}

/** The way to a new password and, with `signUp`, to the page that registers. */
export function ForgottenPassword({ signUp }: { signUp?: string }) {
  return (
    <p className={styles.links}>
      <Link href={PATHS.reset}>忘記密碼？</Link>
      {signUp === undefined ? null : <Link href={signUp}>還沒有帳號？註冊新帳號</Link>}
    </p>
  )
}

import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './sign-in.module.css'

/** The way to a new password and, with `signUp`, to the page that registers. */
export function ForgottenPassword({ signUp }: { signUp?: string }) {
  return (
    <p className={styles.links}>
      <Link href={PATHS.reset}>忘記密碼？</Link>
      {signUp === undefined ? null : <Link href={signUp}>還沒有帳號？註冊新帳號</Link>}
    </p>
  )
}

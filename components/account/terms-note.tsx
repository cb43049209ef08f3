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

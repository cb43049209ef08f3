import { infoPath, PATHS } from '#lib/routes/paths.ts'
import styles from './terms-links.module.css'

const LINKS = [
  { path: PATHS.terms, label: '使用條款' },
  { path: PATHS.policy, label: '隱私權與退換貨政策' },
  { path: infoPath('faq'), label: '常見問題' },
] as const

/** The contract, one tap away from the checkout and the payment; beside them, so that nothing typed is lost. */
export function TermsLinks() {
  return (
    <nav className={`page ${styles.links}`} aria-label="條款與政策">
      {LINKS.map(({ path, label }) => (
        <a key={path} href={path} target="_blank" rel="noopener">
          {label}
          <span className="visually-hidden">（在新分頁開啟）</span>
        </a>
      ))}
    </nav>
  )
}

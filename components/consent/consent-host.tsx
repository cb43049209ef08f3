'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import { Link } from '#components/ui/link.tsx'
import { ALL_ALLOWED, type Consent, ESSENTIAL_ONLY } from '#lib/consent/consent.ts'
import { PATHS, isGarmentPath, isSecretPath } from '#lib/routes/paths.ts'
import styles from './consent-banner.module.css'
import { buttonClass } from '#components/ui/button-class.ts'
import { usePathname } from 'next/navigation'
import type { Analytics } from '#lib/consent/analytics.ts'
import { consentStore } from './consent-store.ts'
import { ANALYTICS_MARK as MARK } from '#components/analytics/send-analytics-event.ts'
import buttonStyles from './consent-settings-button.module.css'

const loadPanel = () => import('./consent-panel.tsx')
const ConsentPanel = lazyPart(loadPanel)

/** The notice about cookies: it blocks nothing, and its preferences open in place. */
export function ConsentBanner({
  choice,
  startsOpen,
  isWanted,
  onChoose,
}: {
  choice: Consent | undefined
  startsOpen: boolean
  /** Whether this browser's answer was read and is wanted; before that the stylesheet decides. */
  isWanted: boolean
  onChoose: (consent: Consent) => void
}) {
  const { isOpen, open } = useDisclosure(loadPanel)
  const region = useRef<HTMLElement>(null)
  // Focuses the panel when the visitor opened it, not on a first visit.
  useEffect(() => {
    if (startsOpen || isOpen) region.current?.focus()
  }, [startsOpen, isOpen])
  useEffect(() => {
    if (startsOpen) open()
  }, [startsOpen, open])
  const choose = (consent: Consent) => {
    onChoose(consent)
    // The pressed button goes: the focus stays where it was asked from, or goes on to the page.
    const next = startsOpen ? '[data-consent-settings]' : '#main'
    document.querySelector<HTMLElement>(next)?.focus({ preventScroll: !startsOpen })
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      className={styles.banner}
      aria-label="Cookie 設定"
      data-cookie-notice
      data-wanted={isWanted || undefined}
    >
      <span className={styles.short} aria-hidden="true">
        Cookie
      </span>
      <p className={styles.text}>
        必要的 Cookie 用來維持登入與購物車；分析與行銷，您同意才啟用。
        <Link href={PATHS.policy} prefetch={false}>
          隱私權政策
        </Link>
      </p>
      {isOpen ? (
        <ConsentPanel initial={choice ?? ESSENTIAL_ONLY} onConfirm={choose} />
      ) : (
        <div className={styles.buttons}>
          <button type="button" className={buttonClass()} onClick={() => choose(ESSENTIAL_ONLY)}>
            只接受必要項目
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={open}>
            管理偏好
          </button>
          <button type="button" className={buttonClass()} onClick={() => choose(ALL_ALLOWED)}>
            全部接受
          </button>
        </div>
      )}
    </section>
  )
}

// Nothing is loaded for a visitor of whom nothing is told and nothing is left to take away.
function obey(allowed: boolean, analytics: Analytics | undefined): void {
  if (!analytics) return
  // Google's cookies that are still there were set with consent that is over.
  if (!allowed && !document.querySelector(`script[${MARK}]`) && !document.cookie.includes('_ga'))
    return
  import('./obey-consent.ts').then(
    (late) => late.obeyConsent(allowed, analytics),
    // The visit is not counted; what is still to be taken away, the next page takes.
    () => {},
  )
}

/**
 * Asks for cookie consent and loads analytics only with it. Garment pages load none, and show
 * the banner only on request. Pages whose address holds a secret load none either: it reports whole addresses.
 */
export function ConsentHost({ analytics }: { analytics: Analytics | undefined }) {
  const { subscribe, unread } = consentStore
  const { read, choice, request } = useSyncExternalStore(subscribe, consentStore.read, unread)
  const pathname = usePathname()
  const isGarment = isGarmentPath(pathname)
  const hasSecret = isSecretPath(pathname)
  const allowed = choice?.analytics ?? false
  // From the next page one step back leads to the secret again, so the whole document loads none.
  const hadSecret = useRef(false)
  useEffect(() => {
    if (hasSecret) hadSecret.current = true
    if (read && !isGarment && !hadSecret.current) obey(allowed, analytics)
  }, [read, allowed, analytics, isGarment, hasSecret])
  if ((choice || isGarment) && !request) return null
  return (
    <ConsentBanner
      key={String(request)}
      choice={choice}
      startsOpen={request}
      isWanted={read}
      onChoose={consentStore.choose}
    />
  )
}

/** Opens the choice about cookies again, from the footer. */
export function ConsentSettingsButton() {
  return (
    <button
      type="button"
      className={buttonStyles.button}
      data-consent-settings
      onClick={consentStore.ask}
    >
      Cookie 設定
    </button>
  )
}

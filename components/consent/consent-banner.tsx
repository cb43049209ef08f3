'use client'

import { useEffect, useRef } from 'react'

import { buttonClass } from '#components/ui/button-class.ts'
import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import { Link } from '#components/ui/link.tsx'
import { ALL_ALLOWED, type Consent, ESSENTIAL_ONLY } from '#lib/consent/consent.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './consent-banner.module.css'

const loadPanel = () => import('./consent-panel.tsx')

const ConsentPanel = lazyPart(loadPanel)

/** The notice about cookies: it blocks nothing, and its preferences open in place. */
export function ConsentBanner({
  choice,
  requests,
  isWanted,
  isFolded,
  onChoose,
}: {
  choice: Consent | undefined
  /** How often the preferences were asked for from the footer; a press is repeated where they did not come. */
  requests: number
  /** Whether this browser's answer was read and is wanted; before that the stylesheet decides. */
  isWanted: boolean
  /** Whether a phone shows it as one line. */
  isFolded: boolean
  onChoose: (consent: Consent) => void
}) {
  const { isOpen, open } = useDisclosure(loadPanel)
  const region = useRef<HTMLElement>(null)
  // Focuses the panel when the visitor opened it, not on a first visit.
  useEffect(() => {
    if (requests > 0 || isOpen) region.current?.focus()
  }, [requests, isOpen])
  useEffect(() => {
    if (requests > 0) open()
  }, [requests, open])
  const choose = (consent: Consent) => {
    onChoose(consent)
    // The pressed button goes: the focus stays where it was asked from, or goes on to the page.
    const isAsked = requests > 0
    const next = isAsked ? '[data-consent-settings]' : '#main'
    document.querySelector<HTMLElement>(next)?.focus({ preventScroll: !isAsked })
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      className={styles.banner}
      aria-label="Cookie 設定"
      data-cookie-notice
      data-wanted={isWanted || undefined}
      data-folded={isFolded || undefined}
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

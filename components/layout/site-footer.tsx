'use client'

import { ConsentSettingsButton } from '#components/consent/consent-settings-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Wordmark } from '#components/ui/wordmark.tsx'
import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { FooterGroup } from './footer-group.tsx'
import type { LinkGroup } from './footer-links.ts'
import siteFooterStyles from './site-footer.module.css'

/** A profile of the label elsewhere. */
export type SocialLink = { readonly name: string; readonly href: string }

/** The footer of every page; its links are not fetched ahead. */
export function SiteFooter({
  groups,
  social,
  hours,
  seller,
}: {
  groups: readonly LinkGroup[]
  social: readonly SocialLink[]
  /** When support answers. */
  hours: string
  /** The company, and what the law asks of a seller. */
  seller: string
}) {
  return (
    <footer className={siteFooterStyles.footer}>
      <div className={`page ${siteFooterStyles.columns}`}>
        <div className={siteFooterStyles.brand}>
          <p>
            <Wordmark className={siteFooterStyles.wordmark} />
            <span className="visually-hidden">{BRAND}</span>
          </p>
          <p>{noBreak(TAGLINE)}</p>
          <p className={siteFooterStyles.soft}>
            <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
            <br />
            客服時間 {hours}
          </p>
          {social.length > 0 ? (
            <ul className={`plain-list ${siteFooterStyles.social}`} aria-label="社群">
              {social.map(({ name, href }) => (
                <li key={href}>
                  <a href={href} rel="me noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        {groups.map(({ title, links }) => (
          <FooterGroup key={title} title={title}>
            {links.map(({ label, path }) => (
              <li key={path}>
                <Link className={siteFooterStyles.link} href={path} prefetch={false}>
                  {label}
                </Link>
              </li>
            ))}
          </FooterGroup>
        ))}
      </div>
      <div className={`page ${siteFooterStyles.last}`}>
        <p>{seller}</p>
        <ConsentSettingsButton />
      </div>
    </footer>
  )
}

import type { ReactNode } from 'react'

import { Icon } from '#components/ui/icon.tsx'
import siteFooterStyles from './site-footer.module.css'

/** Footer links under a title. On a phone the title expands them without script. */
export function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className={siteFooterStyles.group}>
      <h2 className={siteFooterStyles.title}>{title}</h2>
      <details className={siteFooterStyles.opener}>
        <summary>
          {title}
          <Icon name="down" />
        </summary>
      </details>
      <ul className="plain-list">{children}</ul>
    </nav>
  )
}

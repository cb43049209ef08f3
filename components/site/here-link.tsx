'use client'

import { usePathname } from 'next/navigation'
import type { ComponentProps } from 'react'

import { IntentLink } from '#components/ui/intent-link.tsx'
import { isUnder } from '#lib/site/paths.ts'

/** A link of a menu that says when its page, or one beneath it, is the one at hand. */
export function HereLink(props: ComponentProps<typeof IntentLink>) {
  const here = usePathname()
  const beneath = isUnder(props.href, here) ? 'true' : undefined
  return <IntentLink {...props} aria-current={here === props.href ? 'page' : beneath} />
}

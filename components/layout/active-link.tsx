'use client'

import { usePathname } from 'next/navigation'
import type { ComponentProps } from 'react'

import { Link } from '#components/ui/link.tsx'
import { isUnder } from '#lib/routes/paths.ts'

/** A menu link marked current on its page and the pages below it. */
export function ActiveLink(props: ComponentProps<typeof Link>) {
  const here = usePathname()
  const beneath = isUnder(props.href, here) ? 'true' : undefined
  return <Link {...props} aria-current={here === props.href ? 'page' : beneath} />
}

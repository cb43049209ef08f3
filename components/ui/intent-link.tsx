'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/** A link whose page is fetched ahead once a pointer or the focus comes near it, not for every link in view. */
export function IntentLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)
  return (
    <Link {...props} prefetch={near ? null : false} onPointerEnter={approach} onFocus={approach} />
  )
}

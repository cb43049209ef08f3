'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/** A link whose page is fetched ahead once a pointer or the focus comes near it, not for every link in view; `prefetch={false}` never does. */
export function IntentLink({ prefetch, ...link }: ComponentProps<typeof Link>) {
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)
  return (
    <Link
      {...link}
      prefetch={near && prefetch !== false ? null : false}
      onPointerEnter={approach}
      onFocus={approach}
    />
  )
}

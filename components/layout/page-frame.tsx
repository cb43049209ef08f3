'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** Puts what every page of the shop has around a page. The owner's tools have a frame of their own. */
export function PageFrame({
  above,
  below,
  children,
}: {
  above: ReactNode
  below: ReactNode
  children: ReactNode
}) {
  if (useSelectedLayoutSegment() === 'owner') return children
  return (
    <>
      {above}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {below}
    </>
  )
}

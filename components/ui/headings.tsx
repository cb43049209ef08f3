import 'server-only'

import type { ReactNode } from 'react'

import { headingFace } from '#lib/type/heading-face.ts'

/** Sets the headings of a page in the label's Ming face; `texts` are all of them. */
export function Headings({ texts, children }: { texts: readonly string[]; children: ReactNode }) {
  const face = headingFace(texts)
  if (!face) return children
  return (
    <div className={face.family}>
      <style href={face.family} precedence="type">
        {face.css}
      </style>
      {children}
    </div>
  )
}

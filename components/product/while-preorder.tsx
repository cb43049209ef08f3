'use client'

import type { ReactNode } from 'react'

import type { Availability, Stocked } from '#lib/product/availability.ts'

import { useAvailability } from './use-availability.ts'

/** Shows its children while the pre-order runs. */
export function WhilePreorder({
  stocked,
  whenGenerated,
  children,
}: {
  stocked: Stocked
  whenGenerated: Availability
  children: ReactNode
}) {
  return useAvailability(stocked, whenGenerated) === 'preorder' ? children : null
}

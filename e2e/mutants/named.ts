import { OTHER_MUTANTS } from './named-others.ts'
import { type NamedMutant, PAYMENT_MUTANTS } from './named-payments.ts'

/** Rules of money that must each be held by a test, besides what the operators change. */
export const NAMED_MUTANTS: readonly NamedMutant[] = [...PAYMENT_MUTANTS, ...OTHER_MUTANTS]

import { defineFailure } from '../process.ts'

/** The database did not answer in time; the work may still have happened. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

defineFailure('database', () => new DatabaseUnavailable('the model says so'))

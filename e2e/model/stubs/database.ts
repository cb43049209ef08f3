import { defineFailure } from '../live.ts'

/** The database did not answer in time; the work may still have happened. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
}

/** Others wrote the same documents at once. The model's members order nothing at once, so it never happens there. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
}

defineFailure('database', () => new DatabaseUnavailable('the model says so'))

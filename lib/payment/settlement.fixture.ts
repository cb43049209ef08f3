import {
  capturedVerdict,
  capturing,
  makeAttempt,
  settleAs,
  withAttempts,
} from './orders.fixture.ts'

export const open = withAttempts(makeAttempt())

export const paid = settleAs(capturing(open), capturedVerdict())

export const first = makeAttempt({ state: 'captured', captureId: 'C1' })

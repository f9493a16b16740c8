import { useMutationState } from '@tanstack/react-query'
import { isTriedAgain } from './try-again.ts'

/** True while a change is being tried again. */
export const useTryingAgain = (): boolean =>
  useMutationState({ filters: { status: 'pending' }, select: isTriedAgain }).includes(true)

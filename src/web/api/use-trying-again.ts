import { useMutationState } from '@tanstack/react-query'
import { isTriedAgain } from './try-again.ts'

export const useTryingAgain = (): boolean =>
  useMutationState({ filters: { status: 'pending' }, select: isTriedAgain }).includes(true)

import { useMediaQuery } from '@mantine/hooks'

export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false }) ?? false

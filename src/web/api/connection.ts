import { create } from 'zustand'
import { answers } from './call.ts'

export const useConnection = create(() => ({ online: navigator.onLine }))

const standing = (online: boolean) => () => useConnection.setState({ online })

answers.addEventListener('reached', standing(true))
answers.addEventListener('unreached', standing(false))
window.addEventListener('online', standing(true))
window.addEventListener('offline', standing(false))

"""What LLVM 22's library says against IR: its verifier, and its code generators for some processors.

opt-22 and llc-22 say the same, but start anew for each file and processor, which takes ten times as long.
"""
import ctypes
import functools
import os
import signal
import tempfile

LIBRARY = "libLLVM.so.22.1"
TARGET_PARTS = ["TargetInfo", "Target", "TargetMC", "AsmPrinter"]
RETURN_STATUS, LEVEL_OF_LLC, DEFAULT, OBJECT_FILE = 2, 2, 0, 1  # of LLVM-C's enumerations
SECONDS = 300

Pointer, Text, Integer = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
FUNCTIONS = {
    "LLVMContextCreate": (Pointer,),
    "LLVMCreateMemoryBufferWithContentsOfFile": (Integer, Text, Pointer, Pointer),
    "LLVMParseIRInContext": (Integer, Pointer, Pointer, Pointer, Pointer),
    "LLVMVerifyModule": (Integer, Pointer, Integer, Pointer),
    "LLVMCloneModule": (Pointer, Pointer),
    "LLVMGetTarget": (Text, Pointer),
    "LLVMGetTargetFromTriple": (Integer, Text, Pointer, Pointer),
    "LLVMCreateTargetMachine": (Pointer, Pointer, Text, Text, Text, Integer, Integer, Integer),
    "LLVMTargetMachineEmitToMemoryBuffer": (Integer, Pointer, Pointer, Integer, Pointer, Pointer),
}


@functools.cache
def library():
    llvm = ctypes.CDLL(LIBRARY)
    for name, (result, *parameters) in FUNCTIONS.items():
        getattr(llvm, name).restype = result
        getattr(llvm, name).argtypes = parameters
    for part in TARGET_PARTS:
        getattr(llvm, "LLVMInitializeAMDGPU" + part)()
    return llvm


def judge(path, processors):
    """None, or what LLVM says against the file. It may end the process instead."""
    llvm = library()
    context, message = llvm.LLVMContextCreate(), Text()
    buffer, module, target, code = Pointer(), Pointer(), Pointer(), Pointer()
    reference = ctypes.byref

    def said(what):
        return "%s: %s" % (what, (message.value or b"").decode(errors="replace"))

    if llvm.LLVMCreateMemoryBufferWithContentsOfFile(os.fsencode(path), reference(buffer), reference(message)):
        return said("file")
    if llvm.LLVMParseIRInContext(context, buffer, reference(module), reference(message)):
        return said("parser")
    if llvm.LLVMVerifyModule(module, RETURN_STATUS, reference(message)):
        return said("verifier")
    triple = llvm.LLVMGetTarget(module)
    if llvm.LLVMGetTargetFromTriple(triple, reference(target), reference(message)):
        return said("target")
    for processor in processors:
        machine = llvm.LLVMCreateTargetMachine(target, triple, processor.encode(), b"", LEVEL_OF_LLC, DEFAULT, DEFAULT)
        if llvm.LLVMTargetMachineEmitToMemoryBuffer(machine, llvm.LLVMCloneModule(module), OBJECT_FILE,
                                                    reference(message), reference(code)):
            return said(processor)
    return None


def answer_of_child(path, processors):
    """In a process of its own: LLVM leaves it at some errors, and it may crash."""
    signal.alarm(SECONDS)
    why = judge(path, processors)
    if why:
        os.write(2, why.encode())
    os._exit(1 if why else 0)


def rejection(path, processors):
    """None, or what LLVM says against the file."""
    library()
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            try:
                os.dup2(said.fileno(), 2)
                answer_of_child(path, processors)
            finally:
                os._exit(2)
        status = os.waitpid(child, 0)[1]
        said.seek(0)
        text = said.read().decode(errors="replace").strip()
    if not status:
        return None
    return text if os.WIFEXITED(status) and text else "status %d %s" % (status, text)

"""Convergence tokens for the shell of a translation that has them: a module with MaximallyReconvergesKHR, or one that was translated
with --convergence=tokens. LLVM's rules ("Convergence Control", Language Reference) allow no function that has tokens in some of its
convergent calls only, and the inliner leaves a call of a function with tokens alone if the call itself has none."""
import re

ENTRY = "llvm.experimental.convergence.entry"
FUNCTION = re.compile(r"^define .*? \{\n.*?^\}", re.M | re.S)
CALL = re.compile(r"(call [^@\n]*@\"?([-\w.$]+)\"?\((?:[^()]|\([^()]*\))*\)(?: #\d+)?)")
DECLARED = re.compile(r"^(?:declare|define) [^@\n]*@\"?([-\w.$]+)\"?\(.*\)([^)\n]*)$", re.M)
GROUP = re.compile(r"^attributes (#\d+) = \{(.*)\}", re.M)
DECLARATION = "declare token @%s()\n" % ENTRY


def convergent_functions(text):
    groups = {name for name, words in GROUP.findall(text) if "convergent" in words.split()}
    return {name for name, attributes in DECLARED.findall(text) if "convergent" in attributes or groups & set(attributes.split())}


def give_tokens(text):
    """Linked IR, in which each function has tokens if one has."""
    if ENTRY not in text:
        return text
    convergent = convergent_functions(text)

    def control(function):
        header, body = function.group().split("\n", 1)
        if ENTRY in body or not any(name in convergent for _, name in CALL.findall(body)):
            return function.group()
        body = CALL.sub(lambda call: call.group() + (' [ "convergencectrl"(token %token) ]' if call.group(2) in convergent else ""), body)
        return "%s convergent {\n  %%token = call token @%s()\n%s" % (header[:-2], ENTRY, body)

    text = FUNCTION.sub(control, text)
    return text if re.search(r"^declare token @%s\(" % re.escape(ENTRY), text, re.M) else DECLARATION + text
